package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Copies of sections between images. Where the memory of both sides can be told to be contiguous,
// whole or in runs of equal length, mapped images are reached by calls without descriptors:
// coral_copy makes two, which costs as much as copying 4 KiB. Copies with a stride stay as they
// are, which is as fast as between local arrays; so do, in programs whose bounds the back end is to
// check, all that coral_copy is not worth.

// longCopy is the number of elements from which a section copy is worth the call of coral_copy.
const longCopy = "32"

// simpleCopy tells whether an assignment copies a section between a view and a local array of the
// same intrinsic type, element by element, without conversion.
func (x *stmt) simpleCopy(a *syntax.AssignStmt) bool {
	l, ok1 := a.LHS().(*syntax.Ref)
	r, ok2 := a.RHS().(*syntax.Ref)
	if !ok1 || !ok2 || len(x.loops) > 0 {
		return false
	}
	li, ri := x.scope.Reference(l), x.scope.Reference(r)
	if li.Rank <= 0 || li.Rank != ri.Rank || li.Call || ri.Call || len(l.Parts) != 1 ||
		len(r.Parts) != 1 {
		return false
	}
	if l.Coindexed() != nil && li.Base.Kind == resolve.Associate || r.Coindexed() != nil &&
		ri.Base.Kind == resolve.Associate {
		return false // the view has another name
	}
	if x.callsUser(l) || x.callsUser(r) { // subscripts are written more than once
		return false
	}
	if l.Parts[0].Second() != nil || r.Parts[0].Second() != nil || !section.IsPlain(x.scope, l) ||
		!section.IsPlain(x.scope, r) {
		return false
	}
	if x.misplaced(l) || x.misplaced(r) || x.withoutSpan(l) || x.withoutSpan(r) {
		return false
	}
	if l.Coindexed() == nil && l.Parts[0].Args == nil && li.Parts[0].Has(resolve.Allocatable) {
		return false // the assignment may have to allocate
	}
	if li.Parts[0].Kind != resolve.Variable || ri.Parts[0].Kind != resolve.Variable {
		return false
	}
	return section.SameIntrinsicType(li.Types[0], ri.Types[0])
}

// finishCopy writes a section copy as calls; coral_copy also is the whole library path of the
// statement.
func (x *stmt) finishCopy(a *syntax.AssignStmt, text string) {
	src := x.t.Render(a.RHS().Span())
	gets, puts := x.h.gets, x.h.puts
	x.h.gets, x.h.puts = without(gets, src), nil // it fetches src itself
	before, after := x.before(), x.withoutPuts()
	x.h.gets, x.h.puts = gets, puts
	var call []emit.Line
	for _, text := range x.copyOverlapping(a) {
		call = append(call, emit.Line{Text: "  " + text, At: x.at()})
	}
	cond, mapped := x.mappedCopy(a, text)
	switch {
	case mapped[0] == text &&
		(alias.Targets(x.scope, a) || alias.Shares(x.scope, a, x.localAs)):
		x.storeLines(append(before, call...), after)
	case x.fl.mode == guarded && !x.l.opt.Bounds &&
		x.finishNear(a, call, cond, mapped, mapped[0] == text):
	case x.fl.mode == library:
		x.storeLines(append(before, call...), after)
	case cond == "" && x.fl.mode == direct:
		x.storeAll(before, "", mapped, after)
	case cond == "": // one form for mapped images, whatever the length
		before = append(append(before, x.line("if (%s) then", x.current("coral_lib"))), call...)
		before = append(append(before, x.withoutGaps(a)...), x.line("else"))
		x.storeAll(before, "  ", mapped, append([]emit.Line{x.line("end if")}, after...))
	default:
		if x.fl.mode == guarded {
			cond = x.current("coral_lib") + " .or. " + cond
		}
		before = append(append(before, x.line("if (%s) then", cond)), call...)
		before = append(before, x.line("else"))
		x.storeAll(before, "  ", mapped, append([]emit.Line{x.line("end if")}, after...))
	}
}

// copyOverlapping is a section copy by the runtime, which takes sections that overlap.
func (x *stmt) copyOverlapping(a *syntax.AssignStmt) []string {
	name := "coral_copy"
	if x.l.lent[a] {
		name = "coral_copy_lent"
	}
	dst, src := x.t.Render(a.LHS().Span()), x.t.Render(a.RHS().Span())
	return append(append(x.spanCompleted(a.LHS()), x.spanCompleted(a.RHS())...),
		"call "+x.l.use(name)+"("+dst+", "+src+", "+x.where()+")")
}

// storeLines puts lines in place of the user's statement, the last of which has its label.
func (x *stmt) storeLines(lines []emit.Line, after []emit.Line) {
	last := len(lines) - 1
	x.store(lines[:last], strings.TrimLeft(lines[last].Text, " "), after)
}

// storeAll puts statements in place of the user's, the last of which has its label.
func (x *stmt) storeAll(before []emit.Line, indent string, statements []string, after []emit.Line) {
	last := len(statements) - 1
	for _, text := range statements[:last] {
		before = append(before, emit.Line{Text: indent + text, At: x.at()})
	}
	x.store(before, indent+statements[last], after)
}

// withoutGaps is a copy with a stride between an array of assumed shape and one of this image's, if
// the first has no gaps.
func (x *stmt) withoutGaps(a *syntax.AssignStmt) []emit.Line {
	l, r := a.LHS().(*syntax.Ref), a.RHS().(*syntax.Ref)
	other := l
	if l.Coindexed() == nil {
		other = r
	}
	if x.l.opt.Bounds || x.fl.mode != guarded ||
		section.IsContiguous(x.scope.Reference(other).Parts[0]) {
		return nil
	}
	pointed := x.pointedCopy(l, r)
	if pointed == nil {
		return nil
	}
	out := []emit.Line{x.line("else if (is_contiguous(%s)) then", other.First().Range.Text())}
	for _, text := range pointed {
		out = append(out, emit.Line{Text: "  " + text, At: x.at()})
	}
	return out
}

// mappedCopy gives the statements that copy between mapped images; cond says when coral_copy is
// better.
func (x *stmt) mappedCopy(a *syntax.AssignStmt, text string) (cond string, statements []string) {
	l, r := a.LHS().(*syntax.Ref), a.RHS().(*syntax.Ref)
	counted := l
	if l.Coindexed() != nil && r.Coindexed() == nil {
		counted = r
	}
	array := x.t.Render(counted.Range)
	// the own array has the same shape, and needs no view
	if p := counted.Parts[0]; counted.Coindexed() != nil {
		array = x.l.written(p.Name)
		if p.Args != nil {
			array += x.t.Render(p.Args.Range)
		}
	}
	rank := x.scope.Reference(l).Rank
	joined := min(section.Joined(x.scope, l), section.Joined(x.scope, r))
	unless := x.unlessContiguous(l, r)
	switch {
	case x.l.opt.Bounds:
	case joined == rank && x.shortCopy(l, r) != nil:
		return unless, x.shortCopy(l, r)
	case joined == rank:
		count := x.runLength(counted, array)
		return unless, []string{fmt.Sprintf("call %s(%s, %s, %s*%s)", x.l.use("coral_copy_run"),
			x.locFirst(l), x.locFirst(r), count, x.elementBytes(counted))}
	case joined == rank-1 && joined > 0 && alias.Disjoint(x.scope, l, r):
		var run []string
		for d := 1; d < rank; d++ {
			run = append(run, fmt.Sprintf("size(%s, %d, kind=%s)", array, d, x.l.use("coral_ik")))
		}
		return unless, []string{fmt.Sprintf("call %s(%s, %s, %s*%s, size(%s, %d, kind=%s), %s, %s)",
			x.l.use("coral_copy_block"), x.locFirst(l), x.locFirst(r), strings.Join(run, "*"),
			x.elementBytes(counted),
			array, rank, x.l.use("coral_ik"), x.lastStep(l), x.lastStep(r))}
	case section.HasLeadingStride(l) || section.HasLeadingStride(r):
		return "", []string{text}
	}
	return "size(" + array + ") > " + longCopy, []string{text}
}

// shortCopy is a copy of few elements, if one of the sections shows how many; nil: it is none
// (runOf).
func (x *stmt) shortCopy(l, r *syntax.Ref) []string {
	to, from := x.scope.Reference(l), x.scope.Reference(r)
	dummy := (to.Parts[0].Flags | from.Parts[0].Flags) & resolve.Dummy
	// two names for one object of another image
	if !alias.Disjoint(x.scope, l, r) || l.Coindexed() != nil && r.Coindexed() != nil &&
		dummy != 0 {
		return nil
	}
	n := section.Elements(x.scope, l.Parts[0].Args, to.Parts[0], shortRun)
	if n == 0 {
		n = section.Elements(x.scope, r.Parts[0].Args, from.Parts[0], shortRun)
	}
	return x.runOf(n, to.Types[0], x.l.written(l.First()), func() (string, string) {
		return x.locFirst(l), x.locFirst(r)
	})
}

// runLength is the number of elements of a contiguous section, negative for some that have none:
// SIZE would ask, which a short copy shows, and coral_copy_run does.
func (x *stmt) runLength(r *syntax.Ref, section string) string {
	ik := x.l.use("coral_ik")
	if p := r.Parts[0]; p.Args != nil && len(p.Args.Items) == 1 {
		t, ok := p.Args.Items[0].Value.(*syntax.Triplet)
		if ok && t.Lower != nil && t.Upper != nil && t.Step == nil {
			low, high := x.t.Render(t.Lower.Span()), x.t.Render(t.Upper.Span())
			return fmt.Sprintf("(int(%s, %s) - (%s) + 1)", high, ik, low)
		}
	}
	return fmt.Sprintf("size(%s, kind=%s)", section, ik)
}

// unlessContiguous is the condition that one of the arrays of a copy has gaps; empty if none can.
func (x *stmt) unlessContiguous(sides ...*syntax.Ref) string {
	var gaps []string
	for _, r := range sides {
		sym := x.scope.Reference(r).Parts[0]
		if !section.IsContiguous(sym) && section.IsAssumedShape(sym) {
			gaps = append(gaps, ".not. is_contiguous("+r.Parts[0].Name.Range.Text()+")")
		}
	}
	return strings.Join(gaps, " .or. ")
}

// firstOf is a designator that begins where an array does: the array itself where its bounds are
// constant, for flang refuses an element of one that has none.
func firstOf(sym *resolve.Symbol, name string, lows []string) string {
	if sym.Flags&(resolve.Dummy|resolve.Allocatable|resolve.Pointer) == 0 && sym.Dims != nil &&
		sym.Dims.Dims[0].Kind == syntax.DimExplicit {
		return name
	}
	return name + "(" + strings.Join(lows, ",") + ")"
}

// locFirst is the address of the first element of a section of one part.
func (x *stmt) locFirst(r *syntax.Ref) string {
	sym, p := x.scope.Reference(r).Parts[0], r.Parts[0]
	name := x.l.written(p.Name)
	if p.Args == nil && p.Selector == nil {
		return x.loc(name)
	}
	subs, atStart := x.lows(name, sym.Rank(), p.Args)
	if x.shifted(r) {
		x.viewed(p.Name.Name)
		object := name + "(" + strings.Join(subs, ",") + ")"
		if atStart {
			object = firstOf(sym, name, subs)
		}
		return x.nearAddress(object, x.imageIndex(sym, p.Name.Name, p.Selector))
	}
	if p.Selector != nil {
		name = x.pointer(sym, p.Name.Name)
		subs = append(subs, x.imageIndex(sym, p.Name.Name, p.Selector))
	}
	return x.loc(name + "(" + strings.Join(subs, ",") + ")")
}

// lows are the subscripts of a section's first element, args being those of the section of an array
// of this rank; atStart: it is also the array's.
func (x *stmt) lows(array string, rank int, args *syntax.ArgList) (subs []string, atStart bool) {
	atStart = true
	for d := range rank {
		low := fmt.Sprintf("lbound(%s,%d)", array, d+1)
		if args != nil {
			switch t, ok := args.Items[d].Value.(*syntax.Triplet); {
			case !ok:
				low, atStart = x.t.Render(args.Items[d].Range), false
			case t.Lower != nil:
				low, atStart = x.t.Render(t.Lower.Span()), false
			}
		}
		subs = append(subs, low)
	}
	return subs, atStart
}

func (x *stmt) elementBytes(r *syntax.Ref) string {
	return "storage_size(" + r.First().Range.Text() + ")/8"
}

// lastStep is the distance in bytes between neighbours in the last dimension of a section.
func (x *stmt) lastStep(r *syntax.Ref) string {
	rank := x.scope.Reference(r).Parts[0].Rank()
	return x.distance(x.l.written(r.First()), rank, r.Parts[0].Args) +
		"*" + x.elementBytes(r)
}

// distance is that of neighbours in the last dimension of a section, in elements: args are the
// subscripts of an array of this rank.
func (x *stmt) distance(array string, rank int, args *syntax.ArgList) string {
	dim, step := rank-1, ""
	if args != nil {
		for d, a := range args.Items {
			if t, ok := a.Value.(*syntax.Triplet); ok {
				dim, step = d, ""
				if t.Step != nil {
					step = "*(" + x.t.Render(t.Step.Span()) + ")"
				}
			}
		}
	}
	var extents []string
	for d := range dim {
		extents = append(extents, fmt.Sprintf("size(%s, %d, kind=%s)", array, d+1,
			x.l.use("coral_ik")))
	}
	return strings.Join(extents, "*") + step
}

// Copies of few elements whose number the text shows: `x(1:8)[k] = a(i:i+7)`. The back end copies
// such sections between local arrays in registers, without a call, which would take longer than the
// copy. So it does with structures, whatever it sees of where they are:
//
//	block
//	  type :: coral_run
//	    real(kind=kind(a)) :: w(8)
//	  end type
//	  type(coral_run), pointer :: coral_to, coral_from
//	  call coral_c_f_pointer(transfer(loc(x(1)) + coral_shift + (k)*coral_step, coral_null_ptr), coral_to)
//	  call coral_c_f_pointer(transfer(loc(a(i)), coral_null_ptr), coral_from)
//	  coral_to = coral_from
//	end block
//
// An assignment of the sections, through pointers, is a loop to it. The component is of the
// elements' type, so that it takes the structure for memory in which such elements may lie; both
// sides must be known to share none, for it does not expect that of structures.

// shortRun is the most bytes that are copied so: from there on gfortran calls memcpy, or uses
// instructions for long strings that are slower.
const shortRun = 256

// runOf writes such a copy of a section with n elements of the type of like between the two
// addresses; nil: the call is better, or the only way.
func (x *stmt) runOf(n int64, t *resolve.Type, like string,
	addresses func() (to, from string)) []string {
	if n < 1 || n*section.ElementSize(t) > shortRun || !x.l.opt.InlinePointers ||
		x.l.opt.Interoperable || x.scope.IsPure() || !x.scope.MeansIntrinsic("kind") {
		return nil
	}
	spec := map[syntax.BaseType]string{syntax.TypeInteger: "integer", syntax.TypeReal: "real",
		syntax.TypeDoublePrecision: "real", syntax.TypeComplex: "complex",
		syntax.TypeLogical: "logical"}[t.Base]
	point, null := x.l.useC("c_f_pointer"), x.l.use("coral_null_ptr")
	to, from := addresses()
	return []string{
		"block",
		"  type :: coral_run",
		fmt.Sprintf("    %s(kind=kind(%s)) :: w(%d)", spec, like, n),
		"  end type",
		"  type(coral_run), pointer :: coral_to, coral_from",
		fmt.Sprintf("  call %s(transfer(%s, %s), coral_to)", point, to, null),
		fmt.Sprintf("  call %s(transfer(%s, %s), coral_from)", point, from, null),
		"  coral_to = coral_from",
		"end block",
	}
}
