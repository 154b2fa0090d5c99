package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Callee is the procedure that a reference calls, as far as declarations tell: itself, the specific
// procedure of a generic name, what is bound to a type under a name, or the interface of a
// procedure component. Of a polymorphic object it is what is bound to the declared type, whose
// dummy arguments have the same attributes in all extensions (F2018 7.5.7.3).
type Callee struct {
	// Proc has an explicit interface; nil: declarations do not tell it.
	Proc *Symbol
	// Passed is the dummy argument for the object in front of the last %, or nil.
	Passed *Symbol
}

// Dummy finds the dummy argument that an actual argument is associated with, or nil.
func (c Callee) Dummy(items []*syntax.Arg, i int) *Symbol {
	if c.Proc == nil || c.Proc.Inner == nil || c.Proc.Proc.Head == nil {
		return nil
	}
	if k := items[i].Keyword; k != nil {
		return c.Proc.Inner.Symbols[k.Name]
	}
	if list := c.dummies(); i < len(list) {
		return list[i]
	}
	return nil
}

// dummies are the dummy arguments of arguments without keywords.
func (c Callee) dummies() []*Symbol {
	head := c.Proc.Proc.Head
	if head.Kind == syntax.ModuleProcedure { // its names stand in its interface
		of := c.Proc.Inner.Interface
		if of == nil {
			return nil
		}
		head = of.Node.(*syntax.Subprogram).Head
	}
	var list []*Symbol
	for _, a := range head.Args {
		var d *Symbol
		if a.Name != nil {
			d = c.Proc.Inner.Symbols[a.Name.Name]
		}
		if d == nil || d != c.Passed {
			list = append(list, d)
		}
	}
	return list
}

func (c Callee) result() *Type {
	for _, r := range c.Proc.Inner.Order {
		if r.Has(Result) {
			return r.TypeOf()
		}
	}
	return nil
}

// Callee finds the procedure that a reference with an argument list, or that of a CALL statement,
// names.
func (s *Scope) Callee(r *syntax.Ref) Callee {
	var items []*syntax.Arg
	if a := r.Last().Args; a != nil {
		items = a.Items
	}
	if len(r.Parts) > 1 {
		return s.componentCallee(r, items)
	}
	name := r.First().Name
	sym := s.Lookup(name)
	switch {
	case sym == nil:
		if s.IsIntrinsic(name) || s.UnknownModule(name) != nil {
			return Callee{}
		}
		return explicit(s.prog.Externals[name])
	case sym.isExternalName():
		return explicit(s.prog.Externals[name])
	case sym.Kind == Generic:
		candidates, complete := s.specifics(name)
		return s.choose(candidates, items, complete)
	}
	return explicit(sym)
}

// MayMean gives the procedures that a reference by a generic name may call; complete tells whether
// there is no other.
func (s *Scope) MayMean(r *syntax.Ref) (procs []*Symbol, complete bool) {
	if p := s.Callee(r).Proc; p != nil {
		return []*Symbol{p}, true
	}
	candidates, complete := s.specifics(r.First().Name)
	for _, c := range candidates {
		procs = append(procs, c.Proc)
	}
	return procs, complete
}

// isExternalName tells whether a symbol says only that a name is that of an external procedure.
func (s *Symbol) isExternalName() bool {
	return s.Kind == Procedure && s.Has(External) && s.Proc == nil && len(s.Specifics) == 0 &&
		s.Flags&(Dummy|Pointer) == 0
}

func explicit(sym *Symbol) Callee {
	if sym == nil {
		return Callee{}
	}
	if p := sym.Interface(); p != nil && p.Inner != nil && p.Proc.Head != nil {
		return Callee{Proc: p}
	}
	return Callee{}
}

// specifics are the specific procedures of a generic name in all the places that give it; complete
// tells whether these are all.
func (s *Scope) specifics(name string) (list []Callee, complete bool) {
	complete = s.UnknownModule(name) == nil
	seen := map[*Symbol]bool{}
	add := func(g *Symbol) {
		if g == nil || g.Kind != Generic || seen[g] {
			return
		}
		seen[g] = true
		for _, n := range g.Specifics {
			var found Callee
			if p := g.Scope.Lookup(n); p != nil {
				found = explicit(p)
			}
			if found.Proc == nil {
				complete = false
				continue
			}
			list = append(list, found)
		}
	}
	for at := s; at != nil; at = at.Host {
		add(at.Symbols[name])
		at.eachUsed(name, add)
		if !at.seesHost(name) {
			break
		}
	}
	return list, complete
}

// eachUsed gives what every USE statement makes of a name: a generic may come in parts from several
// modules (F2018 14.2.2).
func (s *Scope) eachUsed(name string, found func(*Symbol)) {
	s.eachUsedBut(name, map[givenName]bool{}, found)
}

func (s *Scope) eachUsedBut(name string, seen map[givenName]bool, found func(*Symbol)) {
	for _, u := range s.Uses {
		original, ok := u.original(name)
		at := givenName{u.Module, original}
		if !ok || u.Module == nil || seen[at] || !u.Module.IsPublic(original) {
			continue
		}
		seen[at] = true
		found(u.Module.Symbols[original])
		u.Module.eachUsedBut(original, seen, found)
	}
}

// original is the name in the module of what a USE statement makes known under a name. What one
// item renames, another may give its name to: `use m, a => b, b => a`.
func (u *Use) original(local string) (string, bool) {
	whole := !u.Stmt.Only
	for _, it := range u.Stmt.Items {
		switch {
		case it.Name == nil:
		case it.Local != nil && it.Local.Name == local, it.Local == nil && it.Name.Name == local:
			return it.Name.Name, true
		case it.Name.Name == local:
			whole = false // renamed away, unless a later item brings the name
		}
	}
	return local, whole
}

// componentCallee finds a type-bound procedure, specific or generic, or the interface of a
// procedure component.
func (s *Scope) componentCallee(r *syntax.Ref, items []*syntax.Arg) Callee {
	last := len(r.Parts) - 1
	object := s.Reference(r).Types[last-1].DerivedOf()
	name := r.Parts[last].Name.Name
	if c := object.Component(name); c != nil {
		if c.Kind != Procedure {
			return Callee{}
		}
		callee := explicit(c)
		callee.Passed = callee.passed(object.passing(name))
		return callee
	}
	if st, b := object.Binding(name); b != nil {
		return bound(object, st, b)
	}
	candidates, complete := object.boundSpecifics(name)
	return s.choose(candidates, items, complete)
}

// Binding finds a type-bound procedure of a type or of its ancestors.
func (d *Symbol) Binding(name string) (*syntax.BindingStmt, *syntax.Binding) {
	for depth := 0; d != nil && d.Def != nil && depth < 64; depth++ {
		for _, it := range d.Def.Bindings {
			st, ok := it.(*syntax.BindingStmt)
			if !ok {
				continue
			}
			for _, b := range st.Bindings {
				if b.Name != nil && b.Name.Name == name {
					return st, b
				}
			}
		}
		d = d.ParentType()
	}
	return nil, nil
}

// bound is the procedure of a binding; of a deferred one it is the interface.
func bound(d *Symbol, st *syntax.BindingStmt, b *syntax.Binding) Callee {
	name := b.Name.Name
	switch {
	case b.Proc != nil:
		name = b.Proc.Name
	case st.Interface != nil:
		name = st.Interface.Name
	}
	// the binding stands in the scope of the type that has it
	for at := d; at != nil; at = at.ParentType() {
		if at.Def == nil || !slices.Contains(at.Def.Bindings, syntax.Item(st)) {
			continue
		}
		callee := Callee{}
		if sym := at.Scope.Lookup(name); sym != nil {
			callee = explicit(sym)
		}
		pass := ""
		if a := st.Attr(syntax.AttrPass); a != nil && a.Name != nil {
			pass = a.Name.Name
		}
		callee.Passed = callee.passed(st.Attr(syntax.AttrNopass) != nil, pass)
		return callee
	}
	return Callee{}
}

// passing tells whether a procedure component has NOPASS, and the name that it gives by PASS.
func (d *Symbol) passing(name string) (nopass bool, pass string) {
	for ; d != nil && d.Def != nil; d = d.ParentType() {
		for _, it := range d.Def.Components {
			st, ok := it.(*syntax.ProcDeclStmt)
			if !ok ||
				!slices.ContainsFunc(st.Entities,
					func(e *syntax.Entity) bool { return e.Name != nil && e.Name.Name == name }) {
				continue
			}
			if a := st.Attr(syntax.AttrPass); a != nil && a.Name != nil {
				pass = a.Name.Name
			}
			return st.Attr(syntax.AttrNopass) != nil, pass
		}
	}
	return true, ""
}

// passed is the passed-object dummy argument: the one that PASS names, or the first (F2018
// 7.5.4.5).
func (c Callee) passed(nopass bool, name string) *Symbol {
	if c.Proc == nil || nopass {
		return nil
	}
	if name != "" {
		return c.Proc.Inner.Symbols[name]
	}
	if list := c.dummies(); len(list) > 0 {
		return list[0]
	}
	return nil
}

// boundSpecifics are the specific bindings of a generic binding of a type and of its ancestors.
func (d *Symbol) boundSpecifics(name string) (list []Callee, complete bool) {
	complete = true
	for at, depth := d, 0; at != nil && at.Def != nil &&
		depth < 64; at, depth = at.ParentType(), depth+1 {
		for _, it := range at.Def.Bindings {
			g, ok := it.(*syntax.GenericStmt)
			if !ok || g.Spec == nil || g.Spec.Kind != syntax.GenericName || g.Spec.Name == nil ||
				g.Spec.Name.Name != name {
				continue
			}
			for _, n := range g.Names {
				st, b := d.Binding(n.Name)
				if b == nil {
					complete = false
					continue
				}
				if c := bound(d, st, b); c.Proc != nil {
					list = append(list, c)
				} else {
					complete = false
				}
			}
		}
		if at.ParentType() == nil && at.Def.Head.Attr(syntax.AttrExtends) != nil {
			complete = false
		}
	}
	return list, complete
}

// choose gives the specific procedure that arguments fit (F2018 15.5.5.2): the one that they
// certainly fit, of elemental ones only where no other one may be meant; or, if all specific
// procedures are known, the only one that they may fit. Neither coindexing nor coranks count.
func (s *Scope) choose(candidates []Callee, items []*syntax.Arg, complete bool) Callee {
	var fits, elemental, perhaps []Callee
	// once for all candidates: arguments may be references to generic functions themselves
	values := make([]actualValue, len(items))
	for i, a := range items {
		if len(candidates) > 0 {
			values[i] = s.actualValue(a.Value)
		}
	}
	for _, c := range candidates {
		switch fit := c.fits(items, values); {
		case fit == certain && c.Proc.Proc.Head.Has("elemental"):
			elemental = append(elemental, c)
		case fit == certain:
			fits = append(fits, c)
		case fit == possible:
			perhaps = append(perhaps, c)
		}
	}
	switch {
	case len(fits) > 0:
		return fits[0]
	case len(elemental) > 0 && len(perhaps) == 0 && complete:
		return elemental[0]
	case len(elemental) == 0 && len(perhaps) == 1 && complete:
		return perhaps[0]
	}
	return Callee{}
}

// actualValue is what counts of an actual argument in the choice of a specific procedure.
type actualValue struct {
	rank      int // -1: not known
	typ       *Type
	procedure bool // it may be one
}

func (s *Scope) actualValue(e syntax.Expr) actualValue {
	v := actualValue{rank: s.RankOf(e), typ: s.TypeOf(e)}
	if r, ok := e.(*syntax.Ref); ok && r.IsName() && v.typ == nil {
		sym := s.Reference(r).Base
		v.procedure = sym == nil || sym.Kind == Procedure || sym.Kind == Generic
	}
	return v
}

// fits tells whether arguments agree with the dummies of a procedure in number, type, kind and
// rank.
func (c Callee) fits(items []*syntax.Arg, values []actualValue) certainty {
	if c.Proc.Proc.Head.Kind == syntax.ModuleProcedure {
		return possible
	}
	given := map[*Symbol]bool{}
	all := certain
	for i := range items {
		d := c.Dummy(items, i)
		if d == nil || given[d] {
			return never
		}
		given[d] = true
		if all = min(all, values[i].fits(d, c.Proc.Proc.Head.Has("elemental"))); all == never {
			return never
		}
	}
	for _, d := range c.dummies() {
		if d != nil && !given[d] && !d.Has(Optional) {
			return never
		}
	}
	return all
}

func (v actualValue) fits(d *Symbol, elemental bool) certainty {
	if d.Kind != Variable || v.procedure {
		return possible
	}
	switch want := d.Rank(); {
	case want < 0 || elemental || v.rank == want:
		return fitsType(v.typ, d.TypeOf())
	case v.rank < 0:
		return min(possible, fitsType(v.typ, d.TypeOf()))
	}
	return never
}

// fitsType tells whether an object of one type can be associated with a dummy argument of another.
func fitsType(have, want *Type) certainty {
	switch {
	case want == nil || have == nil:
		return possible
	case want.Base == syntax.TypeStar || want.Base == syntax.TypeClassAny:
		return certain
	case want.Base > syntax.TypeByte || have.Base > syntax.TypeByte:
		return fitsDerived(have, want)
	case want.Base == syntax.TypeByte || have.Base == syntax.TypeByte:
		return possible
	case have.Base != want.Base && (doubled(have) || doubled(want)):
		return fitsDoubled(have, want)
	case have.Base != want.Base:
		return never
	}
	return sameKind(have, want)
}

// fitsDoubled compares types of which one is DOUBLE PRECISION or DOUBLE COMPLEX: on the machines
// that there are, kind 8, unless options say otherwise.
func fitsDoubled(have, want *Type) certainty {
	const double = 8
	base := map[syntax.BaseType]syntax.BaseType{syntax.TypeDoublePrecision: syntax.TypeReal,
		syntax.TypeDoubleComplex: syntax.TypeComplex}
	if doubled(want) {
		have, want = want, have
	}
	switch {
	case base[have.Base] != want.Base:
		return never
	case have.Scope == nil || have.Scope.prog.opt.OtherDefaults || want.KindValue() == 0:
		return possible
	case want.KindValue() == double:
		return certain
	}
	return never
}

func fitsDerived(have, want *Type) certainty {
	if have.Base <= syntax.TypeByte &&
		(want.Base == syntax.TypeDerived || want.Base == syntax.TypeClass) ||
		want.Base <= syntax.TypeByte &&
			(have.Base == syntax.TypeDerived || have.Base == syntax.TypeClass ||
				have.Base == syntax.TypeClassAny) {
		return never
	}
	from, to := have.DerivedOf(), want.DerivedOf()
	switch {
	case from == nil || to == nil:
		return possible
	case from.Kind == Builtin && to.Kind == Builtin && from.Original == to.Original:
		return certain
	case from.Kind == Builtin || to.Kind == Builtin:
		return possible
	}
	if from.Def != nil && len(from.Def.Head.Params) > 0 || to.Def != nil &&
		len(to.Def.Head.Params) > 0 {
		return possible
	}
	if from == to || want.Base == syntax.TypeClass && from.extends(to) {
		return certain
	}
	if from.Name == to.Name && from != to {
		return possible // sequence types, or one module read twice
	}
	return never
}

// CallsIntrinsic tells whether a reference with an argument list is one to an intrinsic procedure:
// no other entity has the name, or a generic name that extends the intrinsic procedure has no
// specific procedure for these arguments (F2018 15.4.3.4.5, 15.5.5.2).
func (s *Scope) CallsIntrinsic(r *syntax.Ref) bool {
	name := r.First().Name
	if len(r.Parts) != 1 {
		return false
	}
	if s.IsIntrinsic(name) {
		return true
	}
	sym := s.Lookup(name)
	if sym == nil || sym.Kind != Generic || !s.knows(name) {
		return false
	}
	candidates, complete := s.specifics(name)
	if !complete {
		return false
	}
	var items []*syntax.Arg
	if a := r.Last().Args; a != nil {
		items = a.Items
	}
	values := make([]actualValue, len(items))
	for i, a := range items {
		values[i] = s.actualValue(a.Value)
	}
	for _, c := range candidates {
		if c.fits(items, values) != never {
			return false
		}
	}
	return true
}
