package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Objects of types with type-bound or final procedures or type parameters cannot be passed to
// type(*) dummy arguments (F2018 C710), which the run-time calls have. They travel as an address
// and a size, arrays of them element by element.

// boundType tells whether a coindexed object as a whole is of such a type.
func (x *stmt) boundType(r *syntax.Ref, info *resolve.Reference) bool {
	t := info.Types[len(info.Types)-1]
	if t == nil && len(r.Parts) == 1 && info.Parts[0] != nil {
		t = info.Parts[0].TypeOf()
	}
	if t == nil {
		return false
	}
	return derived.HasBindings(t.DerivedOf())
}

// componentElements makes one element of an array component of a type with bindings that stands
// behind the part from. The loops that it returns go through all elements; their indices are
// numbered behind others. The name of a whole array may stand in a text that is replaced, up to
// the part upTo: the caller then appends whole, the subscripts, to that text. undo takes the edits
// away.
func (x *stmt) componentElements(r *syntax.Ref, info *resolve.Reference, from, upTo, others int) (
	loops []indexLoop, whole string, undo func()) {
	for i, part := range r.Parts {
		sym := info.Parts[i]
		if i < from || sym == nil || !section.IsSection(sym, part) {
			continue
		}
		before := r.Range
		before.Start, before.End = r.Parts[0].Name.Range.Start, part.Name.Range.End
		array := x.t.Render(before)
		undo = x.t.Keep()
		var subs []string
		for d := range sym.Rank() {
			t := &syntax.Triplet{}
			if part.Args != nil {
				var ok bool
				if t, ok = part.Args.Items[d].Value.(*syntax.Triplet); !ok {
					continue
				}
			}
			lp := indexLoop{generated: fmt.Sprintf("coral_i_%d", others+len(loops)+1),
				declared: "integer", first: x.renderExpr(t.Lower), last: x.renderExpr(t.Upper),
				step: x.renderExpr(t.Step)}
			if lp.first == "" {
				lp.first = fmt.Sprintf("lbound(%s, %d)", array, d+1)
			}
			if lp.last == "" {
				lp.last = fmt.Sprintf("ubound(%s, %d)", array, d+1)
			}
			if part.Args != nil {
				x.t.Replace(t.Span(), lp.generated)
			}
			subs, loops = append(subs, lp.generated), append(loops, lp)
		}
		if part.Args == nil {
			whole = "(" + strings.Join(subs, ",") + ")"
			if i > upTo { // which the caller's text does not reach
				x.t.Replace(part.Name.Range, x.l.written(part.Name)+whole)
				whole = ""
			}
		}
		return loops, whole, undo
	}
	return nil, "", func() {}
}

// tripletDefaults completes a loop over a triplet whose bounds are left out.
func (x *stmt) tripletDefaults(loop *indexLoop, r *syntax.Ref, info *resolve.Reference,
	t *syntax.Triplet) {
	pointer := x.boundsOf(r, info)
	for d, a := range section.Part(r).Args.Items {
		if a.Value != syntax.Expr(t) {
			continue
		}
		if loop.first == "" {
			loop.first = fmt.Sprintf("lbound(%s, %d)", pointer, d+1)
		}
		if loop.last == "" {
			loop.last = fmt.Sprintf("ubound(%s, %d)", pointer, d+1)
		}
	}
}

// refreshAt is refreshLines by address, size and shape.
func (x *stmt) refreshAt(sym *resolve.Symbol, local string, corank int, early bool) []emit.Line {
	ik := x.l.use("coral_ik")
	view, rank := x.l.teams.viewOf(sym, local), sym.Rank()
	name, object := local, x.objectText(x.objectOf(local))
	local = x.l.userName(object)
	element := local
	if rank > 0 { // gfortran cannot tell the size of a polymorphic array as a whole
		element = fmt.Sprintf("%s(%s)", local, strings.Join(lowerBounds(local, rank), ","))
	}
	size := fmt.Sprintf("storage_size(%s, kind=%s)/8", element, ik)
	if x.characterGuards[name] != "" { // there may be no element, of which bounds are checked
		size = fmt.Sprintf("len(%s, kind=%s)*kind(%s)", local, ik, local)
	}
	none := fmt.Sprintf("[0_%s]", ik)
	extents, lower, steps := none, none, none
	if rank > 0 {
		extents = extentsOf(local, ik)
		lower = fmt.Sprintf("lbound(%s, kind=%s)", local, ik)
		if sym.Has(resolve.Dummy) && !sym.Has(resolve.Allocatable) {
			// the last extent of assumed size nobody knows
			if sym.Dims.Dims[rank-1].Kind == syntax.DimStar {
				var list []string
				for d := 1; d < rank; d++ {
					list = append(list, fmt.Sprintf("size(%s, %d, kind=%s)", local, d, ik))
				}
				extents = "[" + strings.Join(append(list, "-1_"+ik), ", ") + "]"
			} else {
				steps = x.stepsOf(local, rank, ik)
				if x.characterGuards[name] != "" {
					steps = x.stepsOfStrings(local, rank, ik)
				}
			}
		}
	}
	call := func(first, steps string) string {
		return fmt.Sprintf("call %s(%s, %s, %s, %d, %s, %s, %s, %d, %s)", x.viewEntry(sym, "_at"),
			x.loc(view), x.loc(first), size, rank, extents, steps, lower,
			corankArg(corank, x.l.lengthOfPointer(sym)), x.where())
	}
	cond := fmt.Sprintf("%s%%gen /= %s", view, x.l.use("coral_gen"))
	if early && sym.Has(resolve.Allocatable) && sym.Selector == nil && !x.associateName(object) {
		cond += " .and. allocated(" + local + ")"
	}
	// LOC of an array that may not be contiguous is the address of a copy
	var out []emit.Line
	switch gaps, length := steps != none, x.l.lengthOfPointer(sym); {
	case length && gaps: // the view counts as made only when the pointer has its length
		out = []emit.Line{x.line("if (%s) then", cond), x.line("  if (%s) then",
			noElement(local, rank)), x.line("    %s", call(local, none)), x.line("  else"),
			x.line("    %s", call(element, steps)), x.line("  end if")}
	case length:
		out = []emit.Line{x.line("if (%s) then", cond), x.line("  %s", call(local, none))}
	case gaps:
		out = []emit.Line{x.line("if (%s .and. (%s)) %s", cond, noElement(local, rank),
			call(local, none)), x.line("if (%s) %s", cond, call(element, steps))}
	default:
		out = []emit.Line{x.line("if (%s) %s", cond, call(local, none))}
	}
	if x.l.lengthOfPointer(sym) {
		if x.l.opt.Bounds {
			out = append(out, x.setLength(view, rank, corank, local))
		}
		out = append(append(out, x.pointWithLength(sym, name)...), x.line("end if"))
	}
	if early && sym.Has(resolve.Optional) {
		out = append(append([]emit.Line{x.line("if (present(%s)) then", local)}, out...),
			x.line("end if"))
	}
	return out
}

func lowerBounds(name string, rank int) []string {
	var out []string
	for d := 1; d <= rank; d++ {
		out = append(out, fmt.Sprintf("lbound(%s,%d)", name, d))
	}
	return out
}

// extentsOf is the shape of an array. SHAPE and SIZE are likelier to be names of users than LBOUND
// and UBOUND.
func extentsOf(name, ik string) string {
	return fmt.Sprintf("ubound(%s, kind=%s)-lbound(%s, kind=%s)+1", name, ik, name, ik)
}

// sizes are the extents of an array, one by one.
func sizes(name string, rank int) []string {
	var out []string
	for d := 1; d <= rank; d++ {
		out = append(out, fmt.Sprintf("size(%s, %d)", name, d))
	}
	return out
}

// noElement is the condition that an array has size zero.
func noElement(name string, rank int) string {
	var list []string
	for d := 1; d <= rank; d++ {
		list = append(list, fmt.Sprintf("ubound(%s,%d) < lbound(%s,%d)", name, d, name, d))
	}
	return strings.Join(list, " .or. ")
}

// stepsOfStrings is what stepsOf is, for an unlimited polymorphic array under TYPE IS
// (CHARACTER(*)): its descriptor tells it. gfortran 12 counts single characters where it
// looks for an element of such an array.
func (x *stmt) stepsOfStrings(name string, rank int, ik string) string {
	var list []string
	for d := 1; d <= rank; d++ {
		list = append(list, fmt.Sprintf("%s(%s, %d)", x.l.use("coral_step_of"), name, d))
	}
	return fmt.Sprintf("[integer(%s) :: %s]", ik, strings.Join(list, ", "))
}

// stepsOf is the distance in bytes between neighbours in each dimension of an array that has
// elements. Where there is one element only, the distance is the size of that: no element beside
// the array is named, which a compiler that checks bounds would refuse.
func (x *stmt) stepsOf(name string, rank int, ik string) string {
	element := func(next int) string {
		var subs []string
		for d := range rank {
			s := fmt.Sprintf("lbound(%s,%d)", name, d+1)
			if d == next {
				s = fmt.Sprintf("min(%s+1,ubound(%s,%d))", s, name, d+1)
			}
			subs = append(subs, s)
		}
		return x.loc(name + "(" + strings.Join(subs, ",") + ")")
	}
	var list []string
	for d := range rank {
		one := fmt.Sprintf("storage_size(%s(%s), kind=%s)/8", name,
			strings.Join(lowerBounds(name, rank), ","), ik)
		list = append(list, fmt.Sprintf("merge(%s-%s, %s, ubound(%s,%d) > lbound(%s,%d))",
			element(d), element(-1), one, name, d+1, name, d+1))
	}
	return fmt.Sprintf("[integer(%s) :: %s]", ik, strings.Join(list, ", "))
}
