package resolve

import (
	"fmt"
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/internal/layout"
)

// ShippedMode says how an argument of a shipped procedure is passed on the target:
// capi/async/spawn.h has the same numbers.
type ShippedMode uint8

const (
	ShippedAddress    ShippedMode = iota // by reference
	ShippedDescriptor                    // as an array of assumed shape
	ShippedRegister                      // as VALUE
	ShippedAbsent                        // an optional argument that is not given
)

// Shipped is an argument of a SPAWN statement, in the order of the dummies.
type Shipped struct {
	Actual syntax.Expr // nil: absent
	Dummy  *Symbol     // nil: the procedure has no explicit interface
	Mode   ShippedMode
	// There: it names the target's data; else its value goes along.
	There bool
	// Typed: the dummy argument is polymorphic, and what is passed has a dynamic type.
	Typed bool
	// Narrowed is the declared type of a polymorphic object for a dummy argument that is not: only
	// that part of it travels.
	Narrowed *Symbol
	// Parts is the type of a structure, or of an array's elements, that travel component by
	// component, since it has allocatable ones; nil: of no such.
	Parts *Symbol
}

// Shipped associates the arguments of a SPAWN statement; wrong is told what cannot travel.
func (s *Scope) Shipped(st *syntax.SpawnStmt,
	wrong func(r diag.Range, format string, args ...any)) []Shipped {
	var items []*syntax.Arg
	if a := st.Call.Last().Args; a != nil {
		items = a.Items
	}
	callee := s.Callee(st.Call)
	var out []Shipped
	s.shippedNumber(st, callee, items, wrong)
	for i, d := range callee.Dummies() {
		given := Shipped{Dummy: d, Mode: ShippedAbsent}
		for k, it := range items {
			if callee.Dummy(items, k) == d && d != nil {
				given.Actual = it.Value
			}
		}
		if d == nil {
			wrong(st.Call.Range, "argument %d of %s is a label", i+1, st.Call.First().Name)
			continue
		}
		out = append(out, given)
	}
	if callee.Proc == nil {
		for _, it := range items {
			out = append(out, Shipped{Actual: it.Value})
		}
	}
	if len(out) > layout.ShipArguments {
		wrong(st.Call.Range, "%s has %d arguments: procedures of at most %d can be shipped",
			st.Call.First().Name, len(out), layout.ShipArguments)
	}
	for i := range out {
		if out[i].Actual != nil {
			s.classify(st, &out[i], wrong)
		}
	}
	return out
}

// shippedNumber tells of arguments that the procedure has not, and of those that it needs.
func (s *Scope) shippedNumber(st *syntax.SpawnStmt, callee Callee, items []*syntax.Arg,
	wrong func(r diag.Range, format string, args ...any)) {
	dummies, name := callee.Dummies(), st.Call.First().Name
	if callee.Proc == nil || callee.Proc.Proc.Head.Kind == syntax.ModuleProcedure ||
		slices.Contains(dummies, nil) {
		return
	}
	given := map[*Symbol]bool{}
	for i, it := range items {
		d := callee.Dummy(items, i)
		switch {
		case it.Keyword != nil && !slices.Contains(dummies, d):
			wrong(it.Range, "%s has no argument '%s'", name, it.Keyword.Name)
		case d == nil:
			wrong(it.Range, "too many arguments: %s takes %d", name, len(dummies))
		case given[d]:
			wrong(it.Range, "the argument '%s' of %s is given twice", d.Name, name)
		}
		given[d] = true
	}
	for _, d := range dummies {
		if !given[d] && !d.Has(Optional) {
			wrong(st.Call.Range, "%s needs an argument '%s'", name, d.Name)
		}
	}
}

// Dummies are all dummy arguments in order.
func (c Callee) Dummies() []*Symbol {
	if c.Proc == nil || c.Proc.Inner == nil || c.Proc.Proc.Head == nil {
		return nil
	}
	return c.dummies()
}

// ByDescriptor tells whether a dummy argument has assumed shape.
func (d *Symbol) ByDescriptor() bool { return assumedShape(d) }

// classify finds out how an argument travels.
func (s *Scope) classify(st *syntax.SpawnStmt, a *Shipped,
	wrong func(r diag.Range, format string, args ...any)) {
	e, d := a.Actual, a.Dummy
	r, isRef := e.(*syntax.Ref)
	name := st.Call.First().Name
	refuse := func(format string, args ...any) {
		wrong(e.Span(), "'%s' cannot travel to the target of '%s': %s", st.Spelled(e.Span()), name,
			fmt.Sprintf(format, args...))
	}
	if d != nil && d.Has(Copointer) {
		a.Mode = ShippedAddress // a value, which means the same everywhere
		return
	}
	if d != nil {
		if reason := unshippable(d); reason != "" {
			refuse("the dummy argument '%s' is %s", d.Name, reason)
			return
		}
		a.Typed = d.TypeOf().IsPolymorphic()
		if assumedShape(d) {
			a.Mode = ShippedDescriptor
		} else if d.Has(Value) {
			a.Mode = ShippedRegister
		} else {
			a.Mode = ShippedAddress
		}
	} else {
		a.Mode = ShippedAddress
	}
	info := &Reference{}
	if isRef {
		info = s.Reference(r)
	}
	switch {
	case isRef && r.Coindexed() != nil && !info.Call:
		a.There = sameSelector(st, r.Coindexed().Selector, st.Call.Last().Selector)
		if !a.There {
			refuse("its image is not the target (in parentheses, its value would travel)")
			return
		}
	case d != nil && d.IsCoarray():
		a.There = true
		if sym, _ := info.coarray(); !isRef || sym == nil || info.Call {
			refuse(
				"the dummy argument '%s' is a coarray, and this is none: it names the target's "+
					"data", d.Name)
			return
		}
	}
	if d != nil && !a.There && d.Intent == "out" {
		refuse(
			"the dummy argument '%s' is INTENT(OUT), and no value comes back (give it to a "+
				"coarray)", d.Name)
		return
	}
	if d != nil && !a.There && d.Rank() > 0 && s.RankOf(e) == 0 && !d.Has(Optional) {
		refuse("it is one element, and '%s' an array", d.Name)
		return
	}
	if d != nil && d.Rank() == 0 && s.RankOf(e) > 0 {
		refuse("it is an array, and '%s' a scalar: elemental procedures are not shipped element "+
			"by element", d.Name)
		return
	}
	if a.Typed && d.Rank() != s.RankOf(e) {
		refuse("it has rank %d, and the polymorphic dummy argument '%s' rank %d", s.RankOf(e),
			d.Name, d.Rank())
		return
	}
	t := s.TypeOf(e)
	if a.There || t == nil {
		return
	}
	if reason := unmovable(t); reason != "" {
		refuse("%s", reason)
		return
	}
	if a.Typed {
		return
	}
	td := t.DerivedOf()
	if td == nil || t.Base != syntax.TypeClass && t.Base != syntax.TypeDerived {
		return
	}
	if t.Base == syntax.TypeClass {
		a.Narrowed = td
		if s.RankOf(e) > typedRank || !isRef || info.Call {
			refuse(
				"it is polymorphic and '%s' is not, and it is no variable of at most %d dimensions",
				d.Name, typedRank)
			return
		}
	}
	if holds(td, isAllocatable) != nil {
		a.Parts = td
	}
}

// typedRank is up to which rank polymorphic arrays are shipped: coral_caf2 has procedures for
// these.
const typedRank = 3

// unshippable tells why no argument for a dummy can travel; "": one can.
func unshippable(d *Symbol) string {
	t := d.TypeOf()
	switch {
	case d.Kind == Procedure:
		return "a procedure"
	case d.Has(Pointer):
		return "a pointer"
	case d.Has(Allocatable) && !d.IsCoarray():
		return "allocatable"
	case d.Rank() < 0:
		return "of assumed rank"
	case t == nil:
		return ""
	case t.IsPolymorphic() && d.Dims != nil &&
		(len(d.Dims.Dims) > typedRank || !assumedShape(d)):
		return fmt.Sprintf(
			"a polymorphic array, and not of assumed shape with at most %d dimensions", typedRank)
	case t.IsPolymorphic() && d.Has(Value):
		return "a polymorphic VALUE"
	case t.Base == syntax.TypeStar:
		return "of assumed type"
	case d.Has(Value) && (t.Base == syntax.TypeDerived || t.Base == syntax.TypeCharacter):
		return "a VALUE that is no number and no logical"
	case d.Has(Value | Optional):
		return "an optional VALUE"
	}
	return ""
}

// unmovable tells why an object of this image, of a type, cannot go along.
func unmovable(t *Type) string {
	if t.IsBuiltin("team_type") || t.IsBuiltin("caf_event") || t.IsBuiltin("caf_eventset") ||
		t.IsBuiltin("caf_lock") || t.IsBuiltin("caf_lockset") {
		return "variables of this type mean something on their own image only"
	}
	if d := t.DerivedOf(); (t.Base == syntax.TypeDerived || t.Base == syntax.TypeClass) &&
		d != nil {
		if c := StaysHere(d); c != nil {
			if c.Kind != Procedure && c.Flags&Pointer == 0 && c.Codims == nil {
				return fmt.Sprintf("its component '%s' means something on its own image only",
					c.Name)
			}
			return fmt.Sprintf("its component '%s' points to memory of this image", c.Name)
		}
	}
	return ""
}

// StaysHere finds a component by which objects of a type mean something on their own image only;
// nil: there is none.
func StaysHere(d *Symbol) *Symbol { return holds(d, staysHere) }

// staysHere tells whether a component is none of its object's value: a pointer, a coarray, an
// event.
func staysHere(c *Symbol) bool {
	t := c.TypeOf()
	d := t.DerivedOf()
	return c.Kind == Procedure || c.Has(Pointer) || c.Codims != nil || d != nil &&
		d.Kind == Builtin && (ownStatements[d.Original] != "" || d.Original == "team_type")
}

func isAllocatable(c *Symbol) bool { return c.Has(Allocatable) }

// holds finds a component that is so, in a type, its ancestors and the types of its components;
// nil: there is none.
func holds(d *Symbol, is func(*Symbol) bool) *Symbol {
	return d.FindComponent(func(k *Symbol) bool {
		t := k.TypeOf()
		return t != nil && t.Base == syntax.TypeDerived && !k.Has(Copointer)
	}, is)
}

// sameSelector tells whether two image selectors of a statement are written alike.
func sameSelector(st *syntax.SpawnStmt, a, b *syntax.ImageSelector) bool {
	text := func(s *syntax.ImageSelector) string {
		out := ""
		for _, c := range s.Cosubs {
			out += st.Spelled(c.Span()) + ","
		}
		for _, x := range s.Specs {
			out += "@" + st.Spelled(x.Value.Span())
		}
		return out
	}
	return text(a) == text(b)
}

// ShippedResult is the type of a function's result that a SPAWN statement stores; nil: it is not
// known.
func (s *Scope) ShippedResult(st *syntax.SpawnStmt) *Type {
	callee := s.Callee(st.Call)
	if callee.Proc != nil {
		return callee.result()
	}
	if sym := s.Lookup(st.Call.First().Name); sym != nil {
		return sym.TypeOf()
	}
	return nil
}

// spawn checks a SPAWN statement.
func (c *checker) spawn(s *syntax.SpawnStmt) {
	c.imageControl(s, "SPAWN")
	for _, a := range s.Specs {
		c.caf2Arg(&CAF2Proc{Name: "spawn"}, CAF2Param{Name: "event", Kind: CAF2Event}, a.Value)
		c.expr(a.Value)
	}
	call, sel := s.Call, s.Call.Last().Selector
	if sel == nil {
		return
	}
	for _, e := range sel.Cosubs {
		c.expr(e)
	}
	if t := sel.Spec("team"); t != nil {
		c.caf2Team(t.Value, "SPAWN")
	}
	if len(sel.Cosubs) != 1 || c.scope.RankOf(sel.Cosubs[0]) > 0 ||
		c.isNot(sel.Cosubs[0], syntax.TypeInteger) {
		c.errorf("C0171", sel.Range, "the target of SPAWN is one rank, an integer scalar")
	}
	wrong := func(r diag.Range, format string, args ...any) {
		c.errorf("C0174", r, format, args...)
	}
	name := call.First().Name
	sym := c.scope.Lookup(name)
	switch {
	case len(call.Parts) > 1:
		wrong(call.Range, "SPAWN takes a procedure by its own name: %s is one of a type or object",
			call.Range.Text())
		return
	case sym == nil && c.scope.IsIntrinsic(name):
		wrong(call.Range, "SPAWN does not take the intrinsic procedure %s", name)
		return
	case sym != nil && sym.Kind == Generic && c.scope.ShippedProcedure(call) == "":
		wrong(call.Range,
			"which procedure is meant by the generic name %s cannot be told, or it has no name "+
				"here: SPAWN needs that", name)
		return
	case sym != nil && sym.Kind == Variable && sym.Has(Result):
		c.errorf("C0174", call.First().Range,
			"SPAWN takes a procedure: %s is the function's own result here (F2018 15.6.2.2)", name).
			Help("name the result otherwise: function %s(..) result(..)", name)
		return
	case sym != nil && (sym.Kind == Variable || sym.Kind == Associate || sym.Kind == Parameter):
		wrong(call.Range, "SPAWN takes a procedure: %s is none", name)
		return
	}
	for _, a := range c.scope.Shipped(s, wrong) {
		if a.Actual == nil {
			continue
		}
		if r, ok := a.Actual.(*syntax.Ref); ok && a.There && r.Coindexed() != nil {
			continue // it is written as the argument of a call there would be
		}
		if a.Dummy != nil && a.Dummy.Has(Copointer) {
			c.copointerValue(a.Actual, a.Dummy, "the dummy argument")
		}
		c.expr(a.Actual)
	}
	if callee := c.scope.Callee(call); callee.Proc != nil {
		c.shippedHost(call, callee.Proc)
		if u := callee.Proc.Proc; u != nil && u.Head.Has("elemental") { // F2018 15.5.1
			c.errorf("C0174", call.Range,
				"the elemental procedure %s cannot be shipped: its name cannot be passed on", name).
				Help("ship a procedure that is not elemental and calls it")
		}
	}
	c.shippedResult(s)
}

// ShippedProcedure is the name of the procedure that a SPAWN statement's call means: of a generic
// name the specific procedure's, "" if that is not known or not accessible.
func (s *Scope) ShippedProcedure(call *syntax.Ref) string {
	name := call.First().Name
	if sym := s.Lookup(name); sym == nil || sym.Kind != Generic {
		return name
	}
	p := s.Callee(call).Proc
	if p == nil || s.Lookup(p.Name) != p {
		return ""
	}
	return p.Name
}

// shippedResult checks the variable that takes a function's result.
func (c *checker) shippedResult(s *syntax.SpawnStmt) {
	if s.Result == nil {
		c.droppedResult(s)
		return
	}
	c.expr(s.Result)
	r, ok := s.Result.(*syntax.Ref)
	if !ok || c.scope.Reference(r).Call {
		c.errorf("C0174", s.Result.Span(), "the result of a shipped function goes into a variable")
		return
	}
	if sym, _ := c.scope.Reference(r).coarray(); sym == nil && r.Coindexed() == nil {
		c.errorf("C0174", s.Result.Span(), "the result of a shipped function goes into a coarray")
	}
	if _, reason := c.scope.Delivers(s); reason != "" {
		c.errorf("C0174", s.Call.Range, "the result of %s cannot travel: %s", s.Call.First().Name,
			reason)
	}
}

// droppedResult refuses a function whose result nothing takes and the runtime cannot drop: it is
// none that registers have.
func (c *checker) droppedResult(s *syntax.SpawnStmt) {
	p := c.scope.Callee(s.Call).Proc
	if p == nil || p.Proc.Head.Kind != syntax.Function {
		return
	}
	r, of := p.resultVariable(), c.scope.ShippedResult(s)
	if r == nil || of == nil ||
		Numeric(of) != 0 && r.Rank() == 0 && r.Flags&(Allocatable|Pointer) == 0 {
		return
	}
	c.errorf("C0174", s.Call.Range, "nothing takes the result of the function '%s'",
		s.Call.First().Name).
		Help("name a coarray for it (`spawn v = %s(...)[...]`), or ship a subroutine",
			s.Call.First().Name)
}

// Delivers gives the function of a SPAWN statement if its result is handed over by a procedure that
// is generated beside it, as only such a procedure can call it: all but numbers for scalar
// variables, which the runtime takes from registers. reason tells why the result cannot travel; "":
// it can.
func (s *Scope) Delivers(st *syntax.SpawnStmt) (proc *Symbol, reason string) {
	r, ok := st.Result.(*syntax.Ref)
	of := s.ShippedResult(st)
	if p := s.Callee(st.Call).Proc; p != nil && p.Proc.Head.Kind == syntax.Subroutine {
		return nil, "a subroutine has none"
	}
	if !ok || of == nil {
		return nil, "its type is not known here"
	}
	callee := s.Callee(st.Call)
	var result *Symbol
	if callee.Proc != nil {
		result = callee.Proc.resultVariable()
	}
	info := s.Reference(r)
	to := s.TypeOf(r)
	scalar := info.Rank == 0 && (result == nil || result.Rank() == 0)
	if scalar && Numeric(of) != 0 && (to == nil || Numeric(to) != 0) &&
		(result == nil || result.Flags&(Allocatable|Pointer) == 0) {
		return nil, ""
	}
	if result == nil {
		return nil, "the function has no explicit interface here; integer, logical, real and " +
			"complex scalars need none"
	}
	if reason := result.undeliverable(info.Rank); reason != "" {
		return nil, reason
	}
	return callee.Proc, callee.Proc.unwrappable()
}

// undeliverable tells why a function's result cannot be stored in a variable of a rank on another
// image; "": it can.
func (r *Symbol) undeliverable(rank int) string {
	t := r.TypeOf()
	switch {
	case t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny:
		return "it is polymorphic"
	case r.Rank() != 0 && r.Rank() != rank:
		return fmt.Sprintf("it has rank %d, and the variable rank %d", r.Rank(), rank)
	}
	if reason := unmovable(t); reason != "" {
		return reason
	}
	if d := t.DerivedOf(); t.Base == syntax.TypeDerived && d != nil {
		if c := holds(d, isAllocatable); c != nil {
			return fmt.Sprintf(
				"its component '%s' is allocatable, and memory for it belongs to the image "+
					"that allocates it", c.Name)
		}
	}
	return ""
}

// unwrappable tells why no procedure with the same dummy arguments can stand beside a function; "":
// it can.
func (p *Symbol) unwrappable() string {
	in := p.Inner
	if in == nil || in.Kind != ProcScope || in.Host == nil || p.Scope != in.Host {
		return "the function is no module procedure with its body in the module, and no " +
			"internal procedure; integer, logical, real and complex scalars can come from others"
	}
	for _, d := range in.Order {
		if !d.Has(Dummy) {
			continue
		}
		if d.Has(Copointer) {
			return fmt.Sprintf("the dummy argument '%s' is a copointer", d.Name)
		}
		if name := in.ownName(d); name != "" {
			return fmt.Sprintf(
				"the dummy argument '%s' is declared with '%s', which is known in the function "+
					"only", d.Name, name)
		}
	}
	return ""
}

// ownName is a name in the declaration of a dummy argument that means nothing, or something else,
// outside of the procedure; "": there is none.
func (s *Scope) ownName(d *Symbol) string {
	found := ""
	own := func(name string) bool {
		sym := s.Lookup(name)
		return sym != nil && !(sym.Scope == s && sym.Has(Dummy)) && s.Host.Lookup(name) != sym
	}
	look := func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok && found == "" && own(r.First().Name) {
			found = r.First().Name
		}
		return found == ""
	}
	visit := func(e syntax.Expr) {
		if e != nil {
			syntax.Inspect(e, look)
		}
	}
	if d.Dims != nil {
		for _, dim := range d.Dims.Dims {
			visit(dim.Lower)
			visit(dim.Upper)
		}
	}
	t := d.TypeOf()
	if t == nil || found != "" {
		return found
	}
	visit(t.Len)
	if t.Spec != nil {
		visit(t.Spec.Len)
		visit(t.Spec.Kind)
		if t.Spec.Name != nil && found == "" && own(t.Spec.Name.Name) {
			found = t.Spec.Name.Name
		}
	}
	return found
}

// resultVariable is a function's; nil: it is none, or not known.
func (p *Symbol) resultVariable() *Symbol {
	if p.Inner == nil {
		return nil
	}
	for _, r := range p.Inner.Order {
		if r.Has(Result) && r.TypeOf() != nil {
			return r
		}
	}
	return nil
}

// Wraps tells whether other files may ship a function of a module in a way that needs a procedure
// beside it.
func (p *Symbol) Wraps() bool {
	if p.Proc == nil || p.Proc.Head == nil || p.Proc.Head.Kind != syntax.Function {
		return false
	}
	r := p.resultVariable()
	if r == nil || r.undeliverable(r.Rank()) != "" || p.unwrappable() != "" {
		return false
	}
	for _, d := range (Callee{Proc: p}).Dummies() {
		if d == nil || unshippable(d) != "" {
			return false
		}
	}
	return true
}

// Numeric is the class of a type by its number in the runtime (capi/mem/mem.h): 1 integer, 2
// logical, 3 real, 4 complex; 0: another.
func Numeric(t *Type) int {
	switch t.Base {
	case syntax.TypeInteger:
		return 1
	case syntax.TypeLogical:
		return 2
	case syntax.TypeReal, syntax.TypeDoublePrecision:
		return 3
	case syntax.TypeComplex, syntax.TypeDoubleComplex:
		return 4
	}
	return 0
}

// shippedHost refuses an internal procedure that uses what only an execution of its host has: on
// the target there is none.
func (c *checker) shippedHost(call *syntax.Ref, proc *Symbol) {
	if in := proc.Inner; in != nil && in.Host != nil && in.Host.Kind == ProcScope {
		if named := namedAsProcedure(proc); named != nil {
			c.errorf("C0174", call.Range,
				"the internal procedure %s ships or passes on the internal procedure %s of its "+
					"host, of which there is no execution on the target", proc.Name, named.Name).
				Help("make %s a module procedure, or an internal procedure of the main program",
					named.Name)
			return
		}
	}
	for _, v := range HostUses(proc) {
		if !v.static() {
			c.errorf("C0174", call.Range,
				"the internal procedure %s uses '%s' of its host, of which there is no "+
					"execution on the target", proc.Name, v.Name)
			return
		}
	}
}

// static tells whether a variable is there without an execution of its scope, or the scope is the
// main program's, which all images execute (F2018 8.5.16).
func (v *Symbol) static() bool {
	switch {
	case v.Kind == Namelist:
		return v.Scope.Kind == MainScope
	case v.Kind != Variable || v.Has(Dummy):
		return false
	}
	return v.Scope.Kind == MainScope || v.Scope.SaveAll ||
		v.Flags&(Save|Initialised|InCommon) != 0 || v.IsCoarray() && !v.Has(Allocatable)
}

// HostUses are the entities of its host that an internal procedure uses and that are not the same
// for all executions of the host: variables, dummy procedures, procedure pointers, namelists; by
// itself, or in other internal procedures that it refers to.
func HostUses(proc *Symbol) []*Symbol {
	in := proc.Inner
	if in == nil || in.Host == nil || in.Host.Kind != ProcScope && in.Host.Kind != MainScope {
		return nil
	}
	var out []*Symbol
	seen := map[*Symbol]bool{proc: true}
	var look func(p *Symbol)
	look = func(p *Symbol) {
		syntax.Inspect(p.Proc, func(n syntax.Node) bool {
			r, ok := n.(*syntax.Ref)
			if !ok {
				return true
			}
			name := r.First().Name
			v := p.Inner.Lookup(name)
			if v == nil || v.Scope != in.Host || seen[v] || p.Inner.Symbols[name] != nil {
				return true
			}
			seen[v] = true
			switch {
			case v.Kind == Procedure && v.Flags&(Dummy|Pointer) == 0:
				if v.Inner != nil && v.Inner.Host == in.Host && v.Proc != nil {
					look(v)
				}
			case v.Kind == Variable || v.Kind == Procedure || v.Kind == Namelist:
				out = append(out, v)
			}
			return true
		})
	}
	look(proc)
	return out
}

// namedAsProcedure is an internal procedure that a shipped one of the same host, or another that it
// refers to, does not call but ships, passes on or points to; nil: there is none. What a compiler
// makes of such a name belongs to an execution of the host.
func namedAsProcedure(proc *Symbol) *Symbol {
	in := proc.Inner
	var found *Symbol
	seen := map[*Symbol]bool{proc: true}
	var look func(p *Symbol)
	look = func(p *Symbol) {
		called := map[*syntax.Ref]bool{}
		syntax.Inspect(p.Proc, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CallStmt:
				called[n.Proc] = true
			case *syntax.SpawnStmt:
				called[n.Call] = false
			case *syntax.Ref:
				v := p.Inner.Lookup(n.First().Name)
				if v == nil || v.Kind != Procedure || v.Scope != in.Host ||
					v.Inner == nil || v.Inner.Kind != ProcScope || v.Inner.Host != in.Host {
					break
				}
				call, known := called[n]
				if !known {
					call = n.Last().Args != nil
				}
				if !call && found == nil {
					found = v
				}
				if !seen[v] {
					seen[v] = true
					look(v)
				}
			}
			return true
		})
	}
	look(proc)
	return found
}
