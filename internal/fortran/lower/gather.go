package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// itemwise is what of a statement is done item by item.
type itemwise struct {
	// implied counts the implied DO loops with items that are fetched, among all loops that are
	// around; repeats, too those whose items have nothing to be fetched, which are not among loops.
	implied, repeats int
	// gathering: the statement becomes a loop over its vector subscript.
	gathering bool
	// inOrder: sections with vector subscripts are gone through in array element order.
	inOrder bool
}

// Gathers, `a(lo:hi) = x(list(first:last))[k]`. As a statement the back end takes them for a loop
// in which what is stored may be what is loaded next, and does not vectorise; written as a loop
// that is known to be independent (mid.Iterations) it does.

// gather is such an assignment.
type gather struct {
	left, list *syntax.Ref
	low, high  string // bounds of the section
	first      string // lower bound of that of the list
	target     string // an element of the left side
}

const gatherIndex = "coral_i_0"

// gathers gives the parts of a gather; nil if the statement is none, or anything about it is not
// clear: then it stays as it is.
func (x *stmt) gathers(a *syntax.AssignStmt) *gather {
	l, ok1 := a.LHS().(*syntax.Ref)
	r, ok2 := a.RHS().(*syntax.Ref)
	if !ok1 || !ok2 || !x.l.opt.InlinePointers || x.l.opt.Bounds || x.l.opt.Check ||
		x.fl.mode == library || x.fl.group != nil || x.fl.masked ||
		len(x.loops) > 0 || x.scope.IsPure() || x.l.crayPointers {
		return nil
	}
	it := mid.NewIterations(x.scope)
	g := &gather{left: l}
	if g.list = x.gathered(it, r); g.list == nil || !x.section(it, g) {
		return nil
	}
	index := x.scope.Reference(g.list)
	if !x.lists(it, g.list, index) {
		return nil
	}
	var ok bool
	if g.first, _, ok = x.run(it, g.list, index.Parts[len(index.Parts)-1]); !ok {
		return nil
	}
	left := x.scope.Reference(l).Parts[0]
	if it.RefersTo(left) || index.Parts[0] == left || x.scope.Reference(r).Parts[0] == left {
		return nil
	}
	return g
}

// scattered tells whether a reference is to an array of rank one of numbers, which does not change
// by itself.
func scattered(info *resolve.Reference) bool {
	n := len(info.Types) - 1
	if info.Call || info.Rank != 1 || info.Base == nil || info.Base.Kind != resolve.Variable ||
		info.Types[n] == nil || info.Types[n].Base == syntax.TypeLogical {
		return false
	}
	for _, c := range info.Parts {
		if c == nil || c.Flags&(resolve.Volatile|resolve.Asynchronous) != 0 {
			return false
		}
	}
	return section.SameIntrinsicType(info.Types[n], info.Types[n])
}

// lists tells whether a vector subscript is a section of an array of integers, which may be a
// component.
func (x *stmt) lists(it *mid.Iterations, r *syntax.Ref, info *resolve.Reference) bool {
	last := len(r.Parts) - 1
	if r.Coindexed() != nil || !scattered(info) || info.Parts[last].Rank() != 1 ||
		info.Types[last].Base != syntax.TypeInteger {
		return false
	}
	for i, p := range r.Parts[:last] {
		if p.Second() != nil || p.Args == nil && info.Parts[i].Rank() > 0 || p.Args != nil &&
			!it.NumericArguments(p.Args) {
			return false
		}
	}
	return true
}

// upToLast is a designator without the subscripts of its last part.
func (x *stmt) upToLast(r *syntax.Ref) string {
	array := r.Range
	array.Start, array.End = r.Parts[0].Name.Range.Start, r.Last().Name.Range.End
	return x.t.Render(array)
}

// gathered is the vector subscript of a coindexed object all of whose other subscripts are scalars
// without functions; nil: it is none.
func (x *stmt) gathered(it *mid.Iterations, r *syntax.Ref) *syntax.Ref {
	info := x.scope.Reference(r)
	if r.Coindexed() == nil || !scattered(info) {
		return nil
	}
	var list *syntax.Ref
	for i, p := range r.Parts {
		if p.Second() != nil || p.Selector != nil &&
			(len(p.Selector.Specs) > 0 || !it.AreNumbers(p.Selector.Cosubs)) || p.Args == nil &&
			info.Parts[i].Rank() > 0 {
			return nil
		}
		if p.Args == nil {
			continue
		}
		for _, a := range p.Args.Items {
			if v, ok := a.Value.(*syntax.Ref); ok && list == nil && x.scope.Reference(v).Rank == 1 {
				list = v
			} else if a.Keyword != nil || syntax.HasCoindexed(a.Value) ||
				!it.IsNumber(a.Value) {
				return nil
			}
		}
	}
	return list
}

// section finds out what a gather defines: a section of one dimension, without stride, or a whole
// array that need not be allocated, of an array of this image's.
func (x *stmt) section(it *mid.Iterations, g *gather) bool {
	info, p := x.scope.Reference(g.left), g.left.Parts[0]
	if len(g.left.Parts) != 1 || p.Selector != nil || p.Second() != nil || !scattered(info) ||
		info.Parts[0].Flags&mid.Aliased != 0 || info.Parts[0].IsCoarray() {
		return false
	}
	sym, name := info.Parts[0], x.l.written(p.Name)
	if p.Args == nil {
		var ok bool
		g.low, g.high, ok = x.run(it, g.left, sym)
		g.target = name + "(" + gatherIndex + ")"
		return ok && sym.Rank() == 1 && !sym.Has(resolve.Allocatable)
	}
	var subs []string
	for d, a := range p.Args.Items {
		t, ok := a.Value.(*syntax.Triplet)
		switch {
		case !ok && (syntax.HasCoindexed(a.Value) || !it.IsNumber(a.Value)):
			return false
		case !ok:
			subs = append(subs, x.t.Render(a.Range))
		default:
			if g.low, g.high, ok = x.ends(it, t, name, sym, d); !ok {
				return false
			}
			subs = append(subs, gatherIndex)
		}
	}
	g.target = name + "(" + strings.Join(subs, ",") + ")"
	return true
}

// run gives the bounds of a section without stride, or of a whole array, of rank one; false if it
// is anything else.
func (x *stmt) run(it *mid.Iterations, r *syntax.Ref, sym *resolve.Symbol) (low, high string,
	ok bool) {
	whole := &syntax.Triplet{}
	if args := r.Last().Args; args != nil {
		if whole, ok = args.Items[0].Value.(*syntax.Triplet); !ok {
			return "", "", false
		}
	}
	return x.ends(it, whole, x.upToLast(r), sym, 0)
}

// ends are those of a triplet; false if it has a stride, or more than scalars without functions.
func (x *stmt) ends(it *mid.Iterations, t *syntax.Triplet, name string, sym *resolve.Symbol,
	d int) (low, high string, ok bool) {
	if t.Step != nil || t.Upper == nil && sym.Dims.Dims[d].Kind == syntax.DimStar {
		return "", "", false
	}
	low, high = fmt.Sprintf("lbound(%s,%d)", name, d+1), fmt.Sprintf("ubound(%s,%d)", name, d+1)
	if t.Lower != nil {
		low = x.t.Render(t.Lower.Span())
	}
	if t.Upper != nil {
		high = x.t.Render(t.Upper.Span())
	}
	for _, e := range []syntax.Expr{t.Lower, t.Upper} {
		if e != nil && (syntax.HasCoindexed(e) || !it.IsNumber(e)) {
			return "", "", false
		}
	}
	return low, high, true
}

// element makes the reference to the list one to an element of it, before the statement is
// rewritten.
func (g *gather) element(x *stmt) {
	subscript := gatherIndex
	x.h.decls = append(x.h.decls,
		fmt.Sprintf("integer(%s) :: %s", x.l.use("coral_ik"), gatherIndex))
	if g.first != g.low {
		x.h.decls = append(x.h.decls, fmt.Sprintf("integer(%s) :: coral_d_0", x.l.use("coral_ik")))
		x.beforehand("coral_d_0 = " + paren(g.first) + "-" + paren(g.low))
		subscript += "+coral_d_0"
	}
	x.gathering = true
	x.t.Replace(g.list.Range, x.upToLast(g.list)+"("+subscript+")")
}

// vectorText is a vector subscript as the transfers in front of the statement need it.
func (x *stmt) vectorText(r diag.Range) string {
	if x.gathering {
		return x.l.newText(x.s).Render(r)
	}
	return x.t.Render(r)
}

// finishGather writes a gather as a loop.
func (x *stmt) finishGather(g *gather, a *syntax.AssignStmt) {
	loop := func() []emit.Line {
		return []emit.Line{x.line(ivdep), x.line("do %s = %s, %s", gatherIndex, g.low, g.high),
			x.line("  %s = %s", g.target, x.t.Render(a.RHS().Span())), x.line("end do")}
	}
	before := append(x.before(), loop()...)
	if x.locals != nil && len(x.locals.gaps) > 0 {
		before = append(append(x.before(), x.line("if (%s) then", x.locals.contiguous())),
			indented(loop())...)
		r := a.RHS().(*syntax.Ref)
		info := x.scope.Reference(r)
		x.viewOnly = info.Parts[0]
		x.ref(r, addressed)
		before = append(append(append(before, x.line("else")), indented(loop())...),
			x.line("end if"))
	}
	x.store(before[:len(before)-1], before[len(before)-1].Text, x.after())
}
