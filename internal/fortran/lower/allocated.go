package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Variables that ALLOCATE with SOURCE=, or an assignment to a polymorphic variable, makes of a
// coindexed object. gfortran copies allocatable components of an object's own type by their
// addresses only, so that the new object would hold what the statement's own variable frees.
// The native statement therefore gives the type and the shape (MOLD=, F2018 9.7.1.2), and the
// run-time system copies the value from the variable of the statement.

// ownCopy is a variable of the statement that has the value of a coindexed object.
type ownCopy struct {
	name string
	rank int
	typ  *resolve.Symbol // nil: the dynamic type of the variable counts
}

// ownCopyOf gives the variable that stands for a coindexed object, if its value must be copied
// by the run-time system.
func (x *stmt) ownCopyOf(e syntax.Expr) (ownCopy, bool) {
	r, ok := withoutParens(e).(*syntax.Ref)
	if !ok || r.Coindexed() == nil || x.fl.group != nil || len(x.loops) > 0 {
		return ownCopy{}, false
	}
	info := x.scope.Reference(r)
	if x.typed != "" && x.typed == x.t.Render(e.Span()) {
		return ownCopy{name: x.typed, rank: info.Rank}, info.Rank >= 0
	}
	c := ownCopy{name: x.t.Render(r.Range), rank: info.Rank}
	t := info.Types[len(info.Types)-1]
	if t == nil || t.Base != syntax.TypeDerived {
		return ownCopy{}, false
	}
	c.typ = t.DerivedOf()
	fits := c.typ != nil && c.rank >= 0 && derived.NeedsCopy(c.typ) && !derived.Confined(c.typ)
	return c, fits && strings.HasPrefix(c.name, "coral_d_") && derived.HasRecursive(c.typ)
}

// copyInto are the statements that copy such a value into an object of its type and shape; of
// an array of the given rank all elements get the value of a scalar.
func (x *stmt) copyInto(to string, rank int, c ownCopy) []string {
	var indices, out []string
	for k := 1; k <= rank; k++ {
		index := fmt.Sprintf("coral_j_%d", k)
		x.declare("integer :: " + index)
		indices = append(indices, index)
		out = append([]string{fmt.Sprintf("do %s = 1, size(%s,%d)", index, to, k)}, out...)
	}
	from := c.name
	if c.rank > 0 {
		from += "(" + shifted(c.name, indices) + ")"
	}
	element := to
	if rank > 0 {
		element += "(" + shifted(to, indices) + ")"
	}
	if c.typ != nil {
		out = append(out, x.copyObject(c.typ, element, from))
	} else {
		size := fmt.Sprintf("%s(loc(%s_a))", x.l.use("coral_size_of"), c.name)
		out = append(out, fmt.Sprintf("%s_a%%p => %s", c.name, from),
			x.callDynamic(c.name+"_a", element, from, size))
	}
	for range rank {
		out = append(out, "end do")
	}
	return out
}

// copiedSource makes MOLD= of the SOURCE= of an ALLOCATE statement whose value must be copied.
func (x *stmt) copiedSource(a *syntax.AllocateStmt) (ownCopy, bool) {
	s := a.Spec("source")
	if s == nil {
		return ownCopy{}, false
	}
	c, ok := x.ownCopyOf(s.Value)
	if ok {
		x.t.Replace(s.Keyword.Range, "mold")
		x.t.Replace(s.Value.Span(), x.moldOf(c))
	}
	return c, ok
}

// moldOf is a variable of the value's type for MOLD=. It is a scalar, since all bounds are given:
// gfortran 16 allocates no object of an abstract declared type like an array, or an element of one,
// that is not polymorphic itself.
func (x *stmt) moldOf(c ownCopy) string {
	if c.rank == 0 || c.typ == nil {
		return c.name
	}
	name := c.name + "_m"
	x.declare(fmt.Sprintf("type(%s) :: %s", x.typeName(c.typ), name))
	return name
}

// shapeGiven are the bounds of an object that gets them from the source: gfortran 12 does not
// take them from MOLD=.
func (c ownCopy) shapeGiven(o *syntax.Allocation) string {
	if o.Dims != nil {
		return ""
	}
	return boundsLike(c.name, c.rank)
}

// copyToAllocated copies the value into an object that was allocated.
func (x *stmt) copyToAllocated(o *syntax.Allocation, c ownCopy) []string {
	rank := c.rank
	if o.Dims != nil {
		rank = len(o.Dims.Dims)
	}
	return x.copyInto(x.t.Render(o.Object.Range), rank, c)
}

// finishAllocated writes an ALLOCATE statement without coarrays whose source is copied.
func (x *stmt) finishAllocated(a *syntax.AllocateStmt, c ownCopy) {
	var copies []string
	for _, o := range a.Allocs {
		copies = append(copies, x.copyToAllocated(o, c)...)
		if shape := c.shapeGiven(o); shape != "" {
			x.t.Replace(o.Object.Range, x.t.Render(o.Object.Range)+shape)
		}
	}
	if stat := a.Spec("stat"); stat != nil {
		copies = slices.Concat([]string{"if (" + x.t.Render(stat.Value.Span()) + " == 0) then"},
			copies, []string{"end if"})
	}
	var after []emit.Line
	for _, text := range copies {
		after = append(after, x.line("%s", text))
	}
	x.store(x.before(), x.t.All(), append(after, x.after()...))
}

// fillOthers copies the value into the objects of a statement that are no coarrays.
func (x *stmt) fillOthers(others []*syntax.Allocation, c ownCopy, stat *syntax.Arg,
	add func(string, ...any)) {
	if stat != nil {
		add("if (%s) then", x.status(stat.Value)+" == 0")
	}
	for _, o := range others {
		for _, text := range x.copyToAllocated(o, c) {
			add("%s", text)
		}
	}
	if stat != nil {
		add("end if")
	}
}

// copiedValue finishes an assignment of such a value to a polymorphic variable, which stays where
// it is if it has the type and the shape already (F2018 10.2.1.3).
func (x *stmt) copiedValue(a *syntax.AssignStmt) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || l.Last().Args != nil {
		return false
	}
	info := x.scope.Reference(l)
	sym := info.Parts[len(info.Parts)-1]
	if sym == nil || !sym.Has(resolve.Allocatable) || !derived.Polymorphic(sym) {
		return false
	}
	c, ok := x.ownCopyOf(a.RHS())
	d := sym.TypeOf().DerivedOf()
	if !ok || sym.Rank() != c.rank || x.l.prog.MayDefineAssignment(d) {
		return false
	}
	x.storeAssigned(x.t.Render(l.Range), c)
	return true
}

// storeAssigned writes an assignment to an allocatable variable by a copy of the run-time system.
func (x *stmt) storeAssigned(to string, c ownCopy) {
	stays := "same_type_as(" + to + ", " + c.name + ")"
	if c.rank > 0 {
		stays += " .and. all(shape(" + to + ") == shape(" + c.name + "))"
	}
	copies, mold := x.copyInto(to, c.rank, c), x.moldOf(c)
	out := append(x.before(), x.line("if (allocated(%s)) then", to),
		x.line("  if (.not. (%s)) deallocate (%s)", stays, to), x.line("end if"))
	var after []emit.Line
	for _, text := range copies {
		after = append(after, x.line("%s", text))
	}
	allocate := fmt.Sprintf("if (.not. allocated(%s)) allocate (%s%s, mold=%s)", to, to,
		boundsLike(c.name, c.rank), mold)
	x.store(out, allocate, append(after, x.after()...))
}
