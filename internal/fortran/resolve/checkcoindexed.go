package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What may not be done with objects of other images, and with events, locks and notify variables.

// specs checks the specifiers of an image selector (R926, C928 to C931).
func (c *checker) specs(sel *syntax.ImageSelector) {
	c.args(sel.Specs)
	number := sel.Spec("team_number")
	if n := sel.Spec("notify"); n != nil {
		c.ofType(n.Value, "notify_type", "NOTIFY=")
	}
	if t := sel.Spec("team"); t != nil && !c.scope.CAF2 {
		c.teamValue(t.Value, "TEAM= of an image selector")
	}
	if t := sel.Spec("team"); t != nil && c.scope.CAF2 {
		c.caf2Team(t.Value, "an image selector")
	}
	switch {
	case number == nil:
	case sel.Spec("team") != nil:
		c.errorf("C0155", number.Range,
			"an image selector has either team= or team_number= (F2018 C930)")
	case c.scope.RankOf(number.Value) > 0 || c.isNot(number.Value, syntax.TypeInteger):
		c.errorf("C0155", number.Range, "team_number= must be an integer scalar")
	}
}

// pointerOnOtherImage checks NULL, and the values of pointer components in structure constructors.
func (c *checker) pointerOnOtherImage(r *syntax.Ref) {
	p := r.Parts[0]
	if len(r.Parts) != 1 || p.Args == nil {
		return
	}
	if p.Name.Name == "null" && c.scope.IsIntrinsic("null") {
		for _, a := range p.Args.Items {
			c.notCoindexed(a.Value, "C0156", "the argument of NULL cannot be coindexed")
		}
		return
	}
	d := c.scope.Lookup(p.Name.Name)
	if d == nil || !d.IsType() {
		return
	}
	for i, a := range p.Args.Items {
		component := d.constructed(i, a)
		if component != nil && component.Has(Pointer) {
			c.notCoindexed(a.Value, "C0156", "the pointer component '"+component.Name+
				"' cannot point to a coindexed object (F2018 C1020)")
		}
	}
}

// addressOfOtherImage: no address is that of another image's object, and ASSOCIATED compares with
// what POINTER could point to (F2018 16.9.16, 18.2.3.6).
func (c *checker) addressOfOtherImage(r *syntax.Ref) {
	p := r.Parts[0]
	if len(r.Parts) != 1 || p.Args == nil || len(p.Args.Items) == 0 {
		return
	}
	if p.Name.Name == "associated" && c.scope.IsIntrinsic("associated") && len(p.Args.Items) == 2 {
		for _, a := range p.Args.Items {
			c.notCoindexed(a.Value, "C0156",
				"ASSOCIATED with a target has no coindexed argument: a pointer is associated "+
					"with objects of its own image (F2018 16.9.16)")
		}
		return
	}
	if sym := c.scope.Lookup(p.Name.Name); sym != nil && sym.Scope == nil &&
		(sym.Original == "c_loc" || sym.Original == "c_funloc") {
		c.notCoindexed(p.Args.Items[0].Value, "C0156",
			"the argument of C_LOC and C_FUNLOC cannot be coindexed (F2018 18.2.3.6): an "+
				"address is valid on its own image only")
	}
}

// procedureOfOtherImage checks a reference to a procedure through an object: neither a procedure
// pointer of another image (F2018 C1027), nor what the dynamic type of an object there would tell
// (C1517).
func (c *checker) procedureOfOtherImage(r *syntax.Ref) {
	last := len(r.Parts) - 1
	if last == 0 || r.Coindexed() == nil || r.Parts[last].Selector != nil {
		return
	}
	info := c.scope.Reference(r)
	d := info.Types[last-1].DerivedOf()
	if d == nil || !d.IsType() {
		return
	}
	name := r.Parts[last].Name.Name
	switch component := d.Component(name); {
	case component != nil && component.Kind == Procedure:
		c.errorf("C0157", r.Range,
			"the procedure pointer '%s' of another image cannot be used (F2018 C1027)",
			name).Help("procedure pointers are valid on their own image only")
	case component == nil && d.binds(name, 0) && info.Types[last-1].Base == syntax.TypeClass:
		c.errorf("C0157", r.Range,
			"'%s' cannot be called for a polymorphic object of another image (F2018 C1517)", name).
			Help("copy the object to this image, or call the procedure there")
	}
}

// binds tells whether a type has a type-bound procedure of that name.
func (d *Symbol) binds(name string, depth int) bool {
	if d == nil || d.Def == nil || depth > 16 {
		return false
	}
	bound := slices.ContainsFunc(d.Def.Bindings, func(s syntax.Item) bool {
		b, ok := s.(*syntax.BindingStmt)
		return ok &&
			slices.ContainsFunc(b.Bindings,
				func(n *syntax.Binding) bool { return n.Name != nil && n.Name.Name == name })
	})
	return bound || d.ParentType().binds(name, depth+1)
}

// definedSynchronizer: events, locks and notify variables change by their own statements only
// (F2018 C1604, C1609).
func (c *checker) definedSynchronizer(e syntax.Expr) {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return
	}
	info := c.scope.Reference(r)
	if d := info.Types[len(info.Types)-1].DerivedOf(); d != nil && d.Kind == Builtin &&
		ownStatements[d.Original] != "" {
		c.errorf("C0158", r.Range,
			"a variable of type %s cannot be assigned: its own statements change it",
			ownStatements[d.Original])
	} else if d != nil && d.Kind == Builtin && d.synchronizer() != "" {
		c.errorf("C0158", r.Range,
			"a variable of type %s cannot be assigned: its own statements change it", d.Original)
	} else if name := d.synchronizer(); name != "" && !info.Call && !c.p.MayDefineAssignment(d) {
		c.errorf("C0158", r.Range,
			"an object with a component of type %s cannot be assigned as a whole (F2018 C1605, "+
				"C1610)", name).Help("assign its other components")
	}
}

// pointerInPure: in a pure procedure no variable gets the value of a coindexed object that has a
// pointer in it (F2018 C1594).
func (c *checker) pointerInPure(s *syntax.AssignStmt) {
	r, ok := s.RHS().(*syntax.Ref)
	if !ok || r.Coindexed() == nil || !c.scope.IsPure() {
		return
	}
	d := c.scope.lastType(r).DerivedOf()
	if p := d.pointerComponent(); p != nil && !c.p.MayDefineAssignment(d) {
		c.errorf("C0175", r.Range,
			"in a %s procedure this coindexed object, which has the pointer component '%s', "+
				"cannot be assigned (F2018 C1594)", c.scope.PureWord(), p.Name).
			Help("assign the components that are no pointers")
	}
}

// polymorphicCoarray: an intrinsic assignment to a polymorphic variable may change its dynamic
// type, which is the same on all images (F2018 10.2.1.2).
func (c *checker) polymorphicCoarray(s *syntax.AssignStmt) {
	r, ok := s.LHS().(*syntax.Ref)
	if !ok || !c.scope.lastType(r).IsPolymorphic() {
		return
	}
	info := c.scope.Reference(r)
	last := info.Parts[len(info.Parts)-1]
	if info.Base == nil || !last.IsCoarray() ||
		c.p.MayDefineAssignment(c.scope.lastType(r).DerivedOf()) {
		return
	}
	c.errorf("C0178", r.Range,
		"the polymorphic coarray '%s' cannot be assigned: its dynamic type is the same on all "+
			"images (F2018 10.2.1.2)", last.Name).
		Help("assign to it in a block of SELECT TYPE that says its type")
}
