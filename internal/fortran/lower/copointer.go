package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Copointers. A copointer is a variable of a type of the module coral_caf2, by rank, which says
// image, place and steps. What it refers to is reached through a pointer of the statement, which
// the runtime sets; with the memory of another image that is not mapped the pointer shows the
// shadow of it, as views do:
//
//	block
//	  type(coral_d_p) :: coral_far_1                        ! a type with one pointer component p, declared beside p
//	  call coral_caf_at(loc(coral_far_1), p%place, 1, 3, line, file)
//	  coral_far_1%p(7) = 0
//	  if (coral_lib) call coral_put_part(coral_far_1%p(7))
//	end block

// copointerType is the native type of a copointer.
func (l *lowerer) copointerType(sym *resolve.Symbol) string {
	return l.use(fmt.Sprintf("coral_caf_copointer%d", max(sym.Rank(), 0)))
}

// copointerDecl is the declaration of copointers in native types, one for each rank.
func (l *lowerer) copointerDecl(st *syntax.TypeDeclStmt) string {
	t := l.newText(st)
	attrs, shape := "", 0
	for _, a := range st.Attrs {
		switch a.Kind {
		case syntax.AttrCopointer, syntax.AttrTarget:
		case syntax.AttrDimension:
			shape = len(a.Dims.Dims)
		default:
			attrs += ", " + t.Render(a.Range)
		}
	}
	var out []string
	for rank := 0; rank <= resolve.MaxCopointerRank; rank++ {
		var names []string
		for _, e := range st.Entities {
			own := shape
			if e.Dims != nil {
				own = len(e.Dims.Dims)
			}
			if e.Name != nil && own == rank {
				names = append(names, l.written(e.Name))
			}
		}
		if len(names) > 0 {
			out = append(out, fmt.Sprintf("type(%s)%s :: %s",
				l.use(fmt.Sprintf("coral_caf_copointer%d", rank)), attrs,
				strings.Join(names, ", ")))
		}
	}
	return strings.Join(out, "; ")
}

// behindType names the type with the pointer by which statements reach what a copointer refers to;
// owner is the type of which it is a component, or nil.
func behindType(owner, sym *resolve.Symbol) string {
	if owner != nil {
		return mangle.Name("coral_d_", owner.Name+"__"+sym.Name)
	}
	return mangle.Name("coral_d_", sym.Name)
}

// behindDecl declares that type.
func (l *lowerer) behindDecl(scope *resolve.Scope, owner, sym *resolve.Symbol) []string {
	name := behindType(owner, sym)
	ik := l.use("coral_ik")
	out := []string{"type :: " + name, fmt.Sprintf("  integer(%s) :: made = 0", ik), "  " +
		l.pointerDecl(sym, "p"), "end type"}
	if scope.Kind == resolve.ModuleScope && scope.Private {
		out = append(out, "public :: "+name)
	}
	return out
}

// behindDecls declares them for the copointers of a scope.
func (l *lowerer) behindDecls(scope *resolve.Scope) (out []string) {
	if scope.Kind == resolve.BodyScope {
		return nil
	}
	for _, sym := range scope.Order {
		if sym.Scope == scope && sym.Kind == resolve.Variable && sym.Has(resolve.Copointer) {
			out = append(out, l.behindDecl(scope, nil, sym)...)
		}
	}
	return out
}

// behindName is the name under which the statement's scope knows the type for a copointer; "": it
// does not.
func (x *stmt) behindName(owner, sym *resolve.Symbol) string {
	in := sym.Scope
	if owner != nil {
		in = owner.Scope
	}
	name := behindType(owner, sym)
	if in != nil && x.within(in) {
		return name
	}
	if in == nil || in.Kind != resolve.ModuleScope {
		return ""
	}
	// two modules may have copointers of one name
	local := mangle.Name("coral_d_", in.Name+"__"+strings.TrimPrefix(name, "coral_d_"))
	x.importRenamed(in.Name, local, name)
	return local
}

// behind is a reference through copointers, as it was rewritten.
type behind struct {
	edits []replacement
	chain *chain
}

type replacement struct {
	at   diag.Range
	text string
}

// throughCopointers rewrites a reference to what a copointer refers to. False: it is none.
func (x *stmt) throughCopointers(r *syntax.Ref, info *resolve.Reference, u usage,
	inquiry bool) bool {
	if !r.ThroughCopointer() {
		return false
	}
	if x.scope.IsPure() {
		x.l.errorf("C0216", r.Range,
			"what a copointer refers to, in a %s procedure, is not supported yet",
			x.scope.PureWord()).
			Help("leave %s out", strings.ToUpper(x.scope.PureWord()))
		return true
	}
	b := x.behind[r]
	if b == nil {
		b = &behind{chain: &chain{r: r, info: info}}
		if !x.follow(b, inquiry) {
			return true
		}
		if x.behind == nil {
			x.behind = map[*syntax.Ref]*behind{}
		}
		x.behind[r] = b
	}
	for _, e := range b.edits {
		x.t.Replace(e.at, e.text)
	}
	if t := info.Types[len(info.Types)-1]; u != addressed && t != nil &&
		derived.NeedsCopy(t.DerivedOf()) &&
		!info.Parts[len(info.Parts)-1].IsIndirect() {
		x.l.errorf("C0216", r.Range,
			"a whole object with allocatable or pointer components that a copointer refers to "+
				"is not supported yet").Help("name its components")
		return true
	}
	if u != addressed {
		x.partHooks(b.chain, u)
	}
	return true
}

// follow makes the pointers of a reference, one behind the other: of copointers, and of allocatable
// and pointer components of what they refer to.
func (x *stmt) follow(b *behind, inquiry bool) bool {
	c, begun := b.chain, false
	for i, p := range c.r.Parts {
		switch {
		case p.Through() != nil:
			if !x.deref(b, i, begun) {
				return false
			}
			begun = true
		case begun && c.info.Parts[i].IsIndirect():
			if !x.component(c, i, inquiry && i == len(c.r.Parts)-1) {
				return false
			}
			_, whole := c.rangesTo(i)
			b.edits = append(b.edits, replacement{whole, c.pointer})
		}
	}
	return true
}

// deref makes the pointer for the copointer that is part i. begun: the copointer itself lies behind
// another one.
func (x *stmt) deref(b *behind, i int, begun bool) bool {
	c := b.chain
	sym := c.info.Parts[i]
	var owner *resolve.Symbol
	if i > 0 {
		owner = derived.Owner(c.info.Types[i-1].DerivedOf(), sym)
	}
	name := ""
	if i == 0 || owner != nil {
		name = x.behindName(owner, sym)
	}
	if name == "" {
		x.l.errorf("C0216", c.r.Parts[i].Range,
			"the copointer '%s' belongs to a type that is not known here", sym.Name).
			Help("name the file that defines the type")
		return false
	}
	if i > 0 && x.inLoops(c.r.Parts[:i]) {
		x.l.errorf("C0216", c.r.Range,
			"a copointer that depends on the index of an implied loop is not supported yet").Help(
			"assign it to another one in an ordinary loop")
		return false
	}
	prefix := c.r.Range
	prefix.Start, prefix.End = c.r.Parts[0].Name.Range.Start, c.r.Parts[i].Name.Range.End
	handle := x.t.Render(prefix)
	variable := x.pointerNumber("coral_far")
	x.declare(fmt.Sprintf("type(%s) :: %s", name, variable))
	if begun {
		x.fetchObject(handle)
	}
	x.raw(fmt.Sprintf("call %s(loc(%s), %s%%place, %d, %d, %s)", x.l.use("coral_caf_at"), variable,
		handle, max(sym.Rank(), 0), classOf(sym.TypeOf()), x.where()))
	c.pointer, c.last = variable+"%p", i
	if x.l.opt.Check {
		x.checkSubscripts(sym, c.pointer, c.r.Parts[i])
	}
	section := "" // in place of the brackets (assumedrank.go)
	if i < len(c.r.Parts)-1 && c.r.Parts[i].Args == nil {
		section = colons(sym.Rank())
	}
	for _, e := range []replacement{{prefix, c.pointer}, {c.r.Parts[i].Through().Range, section}} {
		b.edits = append(b.edits, e)
		x.t.Replace(e.at, e.text)
	}
	return true
}

// inLoops tells whether parts depend on the index of an implied loop.
func (x *stmt) inLoops(parts []*syntax.PartRef) bool {
	loops, _ := x.loopsOf(parts)
	return len(loops) > 0
}

// classOf is the class of a type by its number in the runtime (capi/mem/mem.h).
func classOf(t *resolve.Type) int {
	const character, other = 5, 6
	if n := resolve.Numeric(t); n > 0 {
		return n
	}
	if t.Base == syntax.TypeCharacter {
		return character
	}
	return other
}

// copointerInquiry rewrites a function that asks a copointer.
func (x *stmt) copointerInquiry(r *syntax.Ref) bool {
	if !x.scope.CopointerInquiry(r) {
		return false
	}
	name := r.First().Name
	args := r.Parts[0].Args.ByName(map[string][]string{"associated": {"pointer", "target"},
		"imageof": {"pointer"}, "shape": {"array", "kind"}}[name])
	if name == "size" || name == "lbound" || name == "ubound" {
		args = r.Parts[0].Args.ByName([]string{"array", "dim", "kind"})
	}
	first := r.Parts[0].Args.Items[0].Value
	p := x.value(first)
	text := ""
	switch name {
	case "associated":
		target, ok := args["target"].(*syntax.Ref)
		switch {
		case args["target"] == nil:
			text = "(" + p + "%place /= 0)"
		case ok && x.scope.Copointer(target) != nil:
			text = fmt.Sprintf("%s(%s%%place, %s%%place, %d)", x.l.use("coral_caf_same"), p,
				x.value(target), x.scope.Copointer(target).Rank())
		default:
			x.l.errorf("C0180", r.Range,
				"ASSOCIATED compares a copointer with another one").Help(
				"assign the target to a copointer: q => ..")
			return true
		}
	case "imageof":
		text = x.l.use("coral_caf_imageof") + "(" + p + "%place)"
	default:
		text = x.boundsOfCopointer(name, p, args)
	}
	x.t.Replace(r.Range, text)
	return true
}

// boundsOfCopointer is SIZE, SHAPE, LBOUND or UBOUND, from what the copointer says.
func (x *stmt) boundsOfCopointer(name, p string, args map[string]syntax.Expr) string {
	dim, kind := ":", ""
	if e := args["dim"]; e != nil {
		dim = x.value(e)
	}
	if e := args["kind"]; e != nil {
		kind = ", " + x.value(e)
	}
	row := func(k int) string { return fmt.Sprintf("%s%%dim(%d,%s)", p, k, dim) }
	text := row(2)
	switch {
	case name == "size" && dim == ":":
		text = "product(" + text + ")"
	case name == "lbound":
		text = row(1)
	case name == "ubound":
		text = row(1) + "+" + row(2) + "-1"
	}
	return "int(" + text + kind + ")"
}

// assignCopointer plans the assignment of a copointer; false: it is another pointer's.
func (x *stmt) assignCopointer(s *syntax.PtrAssignStmt) bool {
	sym := x.scope.CopointerAssigned(s)
	if sym == nil {
		return false
	}
	rhs, ok := s.RHS.(*syntax.Ref)
	if !ok {
		return true // refused by the checks
	}
	value := ""
	switch {
	case x.scope.IsNull(rhs):
		value = x.l.copointerType(sym) + "()"
	case x.scope.Copointer(rhs) != nil || x.scope.CopointerResult(rhs) != nil:
		value = x.value(rhs)
	default:
		value = x.pointedAt(sym, rhs)
	}
	// The bounds that stand as subscripts are no part of the variable.
	l := s.LHS.(*syntax.Ref)
	last := *l.Last()
	bounds := last.Args
	last.Args, last.Range = nil, last.Name.Range
	plain := &syntax.Ref{Range: l.Range,
		Parts: append(append([]*syntax.PartRef{}, l.Parts[:len(l.Parts)-1]...), &last)}
	plain.Range.End = last.Range.End
	// its bounds are set before it is stored
	if bounds != nil && len(l.Parts) > 1 || plain.Remote() {
		value = x.heldCopointer(sym, value)
	}
	x.ref(plain, defines)
	name := x.t.Render(plain.Range)
	var after []emit.Line
	if bounds != nil {
		held := name
		if value == heldCopointer {
			held = value
		}
		for d, a := range bounds.Items {
			if t, ok := a.Value.(*syntax.Triplet); ok && t.Lower != nil {
				set := x.line("%s%%dim(1,%d) = %s", held, d+1, x.value(t.Lower))
				if value == heldCopointer {
					x.raw(set.Text)
				} else {
					after = append(after, set)
				}
			}
		}
	}
	x.store(x.before(), name+" = "+value, append(after, x.after()...))
	return true
}

const heldCopointer = "coral_held"

// heldCopointer keeps the value of a copointer in a variable of the statement.
func (x *stmt) heldCopointer(sym *resolve.Symbol, value string) string {
	if value == heldCopointer {
		return value
	}
	x.declare("type(" + x.l.copointerType(sym) + ") :: " + heldCopointer)
	x.raw(heldCopointer + " = " + value)
	return heldCopointer
}

// pointedAt makes a copointer to an object, of this or another image.
func (x *stmt) pointedAt(sym *resolve.Symbol, r *syntax.Ref) string {
	lower := x.lowerBounds(sym, r)
	// q => p(3:5), as good as p(3:5)[]
	if last := r.Last(); x.scope.Copointer(r) == nil && last.Args != nil && last.Through() == nil {
		if info := x.scope.Reference(r); info.Parts[len(info.Parts)-1] != nil &&
			info.Parts[len(info.Parts)-1].Has(resolve.Copointer) {
			behind := *last
			behind.SetThrough(
				&syntax.ImageSelector{Range: diag.Range{Src: last.Range.Src, Start: last.Range.End,
					End: last.Range.End}})
			r = &syntax.Ref{Range: r.Range,
				Parts: append(append([]*syntax.PartRef{}, r.Parts[:len(r.Parts)-1]...), &behind)}
		}
	}
	x.ref(r, addressed)
	info := x.scope.Reference(r)
	what, first, loops := x.hookText(r, info)
	if len(loops) > 0 {
		x.l.errorf("C0216", r.Range,
			"a copointer to an array of a type with type-bound procedures is not supported yet").
			Help("let it refer to one element")
		return ""
	}
	x.declare("type(" + x.l.copointerType(sym) + ") :: " + heldCopointer)
	if x.boundType(r, info) {
		first = what + "\x00"
	}
	if first != "" {
		x.raw(x.callAt("coral_caf_target", hook{what: what, first: first}))
	} else {
		x.raw("call " + x.l.use("coral_caf_target") + "(" + what + ")")
	}
	x.raw(fmt.Sprintf("call %s(%s%%place, %d, %s, %s)", x.l.use("coral_caf_point"), heldCopointer,
		max(sym.Rank(), 0), lower, x.where()))
	return heldCopointer
}

// lowerBounds are those that a copointer gets: of a whole array its own, else 1 (F2018 10.2.2.3).
func (x *stmt) lowerBounds(sym *resolve.Symbol, r *syntax.Ref) string {
	ik := x.l.use("coral_ik")
	p, whole := r.Parts[0], len(r.Parts) == 1 && r.Parts[0].Args == nil
	switch {
	case sym.Rank() <= 0:
		return "[1_" + ik + "]"
	case whole && p.Through() != nil:
		return x.l.written(p.Name) + "%dim(1,:)"
	case whole:
		return fmt.Sprintf("lbound(%s, kind=%s)", x.l.written(p.Name), ik)
	}
	return "[" + strings.TrimSuffix(strings.Repeat("1_"+ik+", ", sym.Rank()), ", ") + "]"
}

// nullify plans NULLIFY with copointers; false: there is none.
func (x *stmt) nullify(s *syntax.NullifyStmt) bool {
	var out, plain []string
	for _, o := range s.Objects {
		r, ok := o.(*syntax.Ref)
		if !ok {
			continue
		}
		sym := x.scope.Copointer(r)
		if sym == nil {
			plain = append(plain, x.value(o))
			continue
		}
		x.ref(r, defines)
		out = append(out, x.t.Render(r.Range)+" = "+x.l.copointerType(sym)+"()")
	}
	if len(out) == 0 {
		return false
	}
	if len(plain) > 0 {
		out = append(out, "nullify ("+strings.Join(plain, ", ")+")")
	}
	x.finishAs(strings.Join(out, "; "), true)
	return true
}

func hasThrough(n syntax.Node) bool {
	found := false
	if n == nil {
		return false
	}
	syntax.Inspect(n, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok && r.ThroughCopointer() {
			found = true
		}
		return !found
	})
	return found
}
