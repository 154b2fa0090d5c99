package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Checks of -check: image indices, subscripts of coindexed objects and of their components, shapes of both sides of assignments. A statement in
// front of the user's checks; in an implied loop the image index is checked in place, by a function that gives its argument, and subscripts are not.

// checkSelected checks the image index and the subscripts of a coindexed object.
func (x *stmt) checkSelected(sym *resolve.Symbol, local string, part *syntax.PartRef, info resolve.RefInfo, image string) {
	if x.l.opt.Check && len(x.loops) == 0 && teamSpec(part.Selector) == nil {
		x.raw(fmt.Sprintf("call %s(int(%s), %s)", x.l.use("coral_check_image"), image, x.where()))
	}
	if x.l.opt.Check && info.Base != nil && info.Base.Kind != resolve.Associate {
		x.checkSubscripts(sym, local, part)
	}
}

// checkedImage is the image index of a coindexed object in an implied loop, checked in place.
func (x *stmt) checkedImage(part *syntax.PartRef, image string) string {
	if !x.l.opt.Check || len(x.loops) == 0 || teamSpec(part.Selector) != nil {
		return image
	}
	return fmt.Sprintf("%s(int(%s), %s)", x.l.use("coral_checked_image"), image, x.where())
}

// checkSubscripts checks the subscripts of one part of a reference against the bounds that its name has.
func (x *stmt) checkSubscripts(sym *resolve.Symbol, name string, part *syntax.PartRef) {
	if len(x.loops) > 0 || part.Args == nil || sym == nil || sym.Rank() <= 0 || len(part.Args.Items) != sym.Rank() {
		return
	}
	ik := x.l.use("coral_ik")
	for d, a := range part.Args.Items {
		low, high := fmt.Sprintf("int(lbound(%s,%d),%s)", name, d+1, ik), fmt.Sprintf("int(ubound(%s,%d),%s)", name, d+1, ik)
		if sym.Dims != nil && d < len(sym.Dims.Dims) && sym.Dims.Dims[d].Kind == syntax.DimStar {
			high = fmt.Sprintf("huge(0_%s)", ik)
		}
		rest := fmt.Sprintf("%s, %s, %d, %s, %s", low, high, d+1, quote(part.Name.Name), x.where())
		wide := func(e syntax.Expr) string { return fmt.Sprintf("int(%s,%s)", x.t.render(e.Span()), ik) }
		first, last, step := "", "", "1_"+ik
		switch t, isSection := a.Value.(*syntax.Triplet); {
		case isSection:
			if t.Step != nil {
				step = wide(t.Step)
			}
			first, last = low, high
			if t.Step != nil && (t.Lower == nil || t.Upper == nil) { // which end is which depends on its sign
				continue
			}
			if t.Lower != nil {
				first = wide(t.Lower)
			}
			if t.Upper != nil {
				last = wide(t.Upper)
			}
			if t.Lower == nil && t.Upper == nil || t.Upper == nil && strings.HasPrefix(high, "huge(") {
				continue
			}
		case x.scope.RankOf(a.Value) > 0:
			v := x.t.render(a.Value.Span())
			first, last = fmt.Sprintf("int(minval(%s),%s)", v, ik), fmt.Sprintf("int(maxval(%s),%s)", v, ik)
		default:
			first = wide(a.Value)
			last = first
		}
		x.raw(fmt.Sprintf("call %s(%s, %s, %s, %s)", x.l.use("coral_check_section"), first, last, step, rest))
	}
}

// checkComponents checks the subscripts of components of a coindexed object, behind the pointers by which they are reached.
func (x *stmt) checkComponents(r *syntax.Ref, info resolve.RefInfo) {
	if !x.l.opt.Check || len(x.loops) > 0 {
		return
	}
	behind := false
	for i, p := range r.Parts {
		if behind && p.Args != nil && info.Parts[i] != nil {
			name := x.t.render(upToName(r, i))
			if strings.Contains(name, "[") {
				return // it is written in one piece with what follows
			}
			x.checkSubscripts(info.Parts[i], name, p)
		}
		behind = behind || p.Selector != nil
		if behind && p.Args == nil && info.Parts[i] != nil && info.Parts[i].Rank() > 0 || p.Args != nil && hasTriplet(p) {
			return // arrays have no components with subscripts
		}
	}
}

// upToName is a reference up to the name of a part.
func upToName(r *syntax.Ref, i int) diag.Range {
	at := r.Parts[0].Name.Range
	at.End = r.Parts[i].Name.Range.End
	return at
}

// checkShapes checks that the operands of an array assignment with coindexed objects have the shape of its left side.
func (x *stmt) checkShapes(a *syntax.AssignStmt) {
	l, ok := a.LHS.(*syntax.Ref)
	if !ok || !x.l.opt.Check || len(x.loops) > 0 || x.fl.group != nil {
		return
	}
	info := x.scope.Analyse(l)
	last := info.Parts[len(info.Parts)-1]
	if info.Rank <= 0 || last != nil && last.Has(resolve.Allocatable) && l.Last().Args == nil && l.Coindexed() == nil {
		return // it takes the shape of the right side
	}
	ik := x.l.use("coral_ik")
	var walk func(e syntax.Expr)
	walk = func(e syntax.Expr) {
		switch e := e.(type) {
		case *syntax.Paren:
			walk(e.X)
		case *syntax.Unary:
			walk(e.X)
		case *syntax.Binary:
			walk(e.X)
			walk(e.Y)
		case *syntax.Ref:
			if i := x.scope.Analyse(e); !i.Call && i.Rank == info.Rank {
				x.raw(fmt.Sprintf("call %s(%d, shape(%s, %s), shape(%s, %s), %s)", x.l.use("coral_check_shape"), info.Rank,
					x.t.render(l.Range), ik, x.t.render(e.Range), ik, x.where()))
			}
		}
	}
	walk(a.RHS)
}
