package lower

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
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
	if l.Parts[0].Second() != nil || r.Parts[0].Second() != nil || !x.plainSection(l) ||
		!x.plainSection(r) {
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
	return sameIntrinsicType(li.Types[0], ri.Types[0])
}

// plainSection tells whether all subscripts are scalars or triplets.
func (x *stmt) plainSection(r *syntax.Ref) bool {
	args := r.Parts[0].Args
	if args == nil {
		return true
	}
	for _, a := range args.Items {
		if _, ok := a.Value.(*syntax.Triplet); !ok && x.scope.RankOf(a.Value) != 0 {
			return false
		}
	}
	return true
}

func sameIntrinsicType(a, b *resolve.Type) bool {
	if a == nil || b == nil || a.Base != b.Base {
		return false
	}
	switch a.Base {
	case syntax.TypeInteger, syntax.TypeReal, syntax.TypeComplex, syntax.TypeLogical,
		syntax.TypeDoublePrecision:
		return kindText(a) == kindText(b)
	}
	return false
}

// kindText identifies a kind: its text, and for a named constant where it is declared.
func kindText(t *resolve.Type) string {
	if t.Spec == nil || t.Spec.Kind == nil {
		return ""
	}
	if v, ok := t.Scope.Int(t.Spec.Kind); ok {
		return strconv.FormatInt(v, 10)
	}
	text := strings.ToLower(t.Spec.Kind.Span().Text())
	if r, ok := t.Spec.Kind.(*syntax.Ref); ok && r.IsName() {
		if sym := t.Scope.Lookup(r.First().Name); sym != nil && sym.Original != "" {
			return sym.Original
		} else if sym != nil {
			return fmt.Sprintf("%s of %p", sym.Name, sym)
		}
	}
	return text
}

// finishCopy writes a section copy as calls; coral_copy also is the whole library path of the
// statement.
func (x *stmt) finishCopy(a *syntax.AssignStmt, text string) {
	dst, src := x.t.Render(a.LHS().Span()), x.t.Render(a.RHS().Span())
	gets, puts := x.h.gets, x.h.puts
	x.h.gets, x.h.puts = without(gets, src), nil // it fetches src itself
	before, after := x.before(), x.withoutPuts()
	x.h.gets, x.h.puts = gets, puts
	name := "coral_copy"
	if x.l.lent[a] {
		name = "coral_copy_lent"
	}
	var call []emit.Line
	for _, text := range append(append(x.spanCompleted(a.LHS()), x.spanCompleted(a.RHS())...),
		"call "+x.l.use(name)+"("+dst+", "+src+", "+x.where()+")") {
		call = append(call, emit.Line{Text: "  " + text, At: x.at()})
	}
	cond, mapped := x.mappedCopy(a, text)
	switch {
	case mapped[0] == text && (x.targets(a, false) || x.shares(a)):
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
	if x.l.opt.Bounds || x.fl.mode != guarded || plainMemory(x.scope.Reference(other).Parts[0]) {
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
	section := x.t.Render(counted.Range)
	// the own section has the same shape, and needs no view
	if p := counted.Parts[0]; counted.Coindexed() != nil {
		section = x.l.written(p.Name)
		if p.Args != nil {
			section += x.t.Render(p.Args.Range)
		}
	}
	rank := x.scope.Reference(l).Rank
	joined := min(x.joined(l), x.joined(r))
	unless := x.unlessContiguous(l, r)
	switch {
	case x.l.opt.Bounds:
	case joined == rank && x.shortCopy(l, r) != nil:
		return unless, x.shortCopy(l, r)
	case joined == rank:
		count := x.runLength(counted, section)
		return unless, []string{fmt.Sprintf("call %s(%s, %s, %s*%s)", x.l.use("coral_copy_run"),
			x.locFirst(l), x.locFirst(r), count, x.elementBytes(counted))}
	case joined == rank-1 && joined > 0 && x.disjoint(l, r):
		var run []string
		for d := 1; d < rank; d++ {
			run = append(run, fmt.Sprintf("size(%s, %d, kind=%s)", section, d, x.l.use("coral_ik")))
		}
		return unless, []string{fmt.Sprintf("call %s(%s, %s, %s*%s, size(%s, %d, kind=%s), %s, %s)",
			x.l.use("coral_copy_block"), x.locFirst(l), x.locFirst(r), strings.Join(run, "*"),
			x.elementBytes(counted),
			section, rank, x.l.use("coral_ik"), x.lastStep(l), x.lastStep(r))}
	case x.leadingStride(l) || x.leadingStride(r):
		return "", []string{text}
	}
	return "size(" + section + ") > " + longCopy, []string{text}
}

// shortCopy is a copy of few elements, if one of the sections shows how many; nil: it is none
// (shortrun.go).
func (x *stmt) shortCopy(l, r *syntax.Ref) []string {
	to, from := x.scope.Reference(l), x.scope.Reference(r)
	dummy := (to.Parts[0].Flags | from.Parts[0].Flags) & resolve.Dummy
	// two names for one object of another image
	if !x.disjoint(l, r) || l.Coindexed() != nil && r.Coindexed() != nil && dummy != 0 {
		return nil
	}
	n := x.elements(l.Parts[0].Args, to.Parts[0])
	if n == 0 {
		n = x.elements(r.Parts[0].Args, from.Parts[0])
	}
	return x.runOf(n, to.Types[0], x.l.written(l.First()), func() (string, string) {
		return x.locFirst(l), x.locFirst(r)
	})
}

// disjoint tells whether two sections share no memory.
func (x *stmt) disjoint(l, r *syntax.Ref) bool {
	return x.block(l) && x.block(r) &&
		x.scope.Reference(l).Parts[0] != x.scope.Reference(r).Parts[0]
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

// joined counts the leading dimensions of a section that lie in memory one behind the other; 0 if
// nothing is known.
func (x *stmt) joined(r *syntax.Ref) int {
	sym, p := x.scope.Reference(r).Parts[0], r.Parts[0]
	if !plainMemory(sym) && !assumedShape(sym) || p.Selector != nil && len(p.Selector.Specs) > 0 {
		return 0
	}
	if p.Args == nil {
		return sym.Rank()
	}
	n := 0
	for _, a := range p.Args.Items {
		t, ok := a.Value.(*syntax.Triplet)
		if !ok || t.Step != nil {
			return n
		}
		n++
		if t.Lower != nil || t.Upper != nil {
			return n
		}
	}
	return n
}

// plainMemory tells whether an array's elements follow each other in memory whatever it is
// associated with.
func plainMemory(sym *resolve.Symbol) bool {
	if sym == nil || sym.Kind != resolve.Variable || sym.Dims == nil ||
		sym.Flags&(resolve.Pointer|resolve.Volatile) != 0 {
		return false
	}
	if sym.Flags&(resolve.Allocatable|resolve.Contiguous) != 0 {
		return true
	}
	for _, d := range sym.Dims.Dims {
		if d.Kind != syntax.DimExplicit && d.Kind != syntax.DimStar {
			return false
		}
	}
	return true
}

// assumedShape tells whether an array is a dummy whose elements may follow each other in memory or
// not, as it is associated.
func assumedShape(sym *resolve.Symbol) bool {
	if sym == nil || sym.Kind != resolve.Variable || sym.Dims == nil || !sym.Has(resolve.Dummy) ||
		sym.Flags&(resolve.Pointer|resolve.Allocatable|resolve.Volatile|resolve.Optional) != 0 {
		return false
	}
	for _, d := range sym.Dims.Dims {
		if d.Kind != syntax.DimDeferred && d.Kind != syntax.DimLower {
			return false
		}
	}
	return true
}

// unlessContiguous is the condition that one of the arrays of a copy has gaps; empty if none can.
func (x *stmt) unlessContiguous(sides ...*syntax.Ref) string {
	var gaps []string
	for _, r := range sides {
		if sym := x.scope.Reference(r).Parts[0]; !plainMemory(sym) && assumedShape(sym) {
			gaps = append(gaps, ".not. is_contiguous("+r.Parts[0].Name.Range.Text()+")")
		}
	}
	return strings.Join(gaps, " .or. ")
}

// block tells whether a section may be one side of coral_copy_block: its array cannot share memory
// with another variable, and where it begins is written down.
func (x *stmt) block(r *syntax.Ref) bool {
	if args := r.Parts[0].Args; args != nil {
		for _, a := range args.Items {
			if t, ok := a.Value.(*syntax.Triplet); ok && t.Step != nil && t.Lower == nil {
				return false
			}
		}
	}
	return x.scope.Reference(r).Parts[0].Flags&(resolve.Target|resolve.Equivalenced|
		resolve.InCommon) == 0
}

// leadingStride tells whether neighbours in a section are no neighbours in memory.
func (x *stmt) leadingStride(r *syntax.Ref) bool {
	if p := r.Parts[0]; p.Args != nil && len(p.Args.Items) > 0 {
		t, ok := p.Args.Items[0].Value.(*syntax.Triplet)
		return !ok || t.Step != nil
	}
	return false
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
