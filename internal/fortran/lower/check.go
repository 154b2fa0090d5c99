package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Checks of -check: image indices, subscripts of coindexed objects and of their components, shapes
// of both sides of assignments. A statement in front of the user's checks; in an implied loop image
// index and subscripts are checked in place, by functions that give their arguments.

// checkSelected checks the image index and the subscripts of a coindexed object.
func (x *stmt) checkSelected(r *syntax.Ref, sym *resolve.Symbol, local string, part *syntax.PartRef,
	info *resolve.Reference, image string) {
	// then checkInLoops does it
	if !x.l.opt.Check || len(x.loops) > 0 && info.Indirect > 0 {
		return
	}
	if len(x.loops) == 0 && x.place == around {
		for _, c := range x.imageChecks(sym, local, part, image) {
			x.raw(c)
		}
	}
	if info.Base != nil && info.Base.Kind != resolve.Associate {
		x.checkSubscripts(sym, local, part)
	}
}

func (x *stmt) imageChecks(sym *resolve.Symbol, local string, part *syntax.PartRef,
	image string) (calls []string) {
	for i := range sym.Corank() - 1 {
		sub, rest := x.cosubscript(sym, local, part, i)
		calls = append(calls, fmt.Sprintf("call %s(%s, %s)", x.l.use("coral_check_cosubscript"),
			sub, rest))
	}
	if mid.TeamSpec(part.Selector) != nil {
		return calls
	}
	return append(calls, fmt.Sprintf("call %s(int(%s), %s)", x.l.use("coral_check_image"), image,
		x.where()))
}

// cosubscript is one of an image selector, but not the last, and the arguments that say what it can
// be.
func (x *stmt) cosubscript(sym *resolve.Symbol, local string, part *syntax.PartRef, i int) (sub,
	rest string) {
	wide := func(text string) string { return fmt.Sprintf("int(%s,%s)", text, x.l.use("coral_ik")) }
	rest = fmt.Sprintf("%s, %s, %d, %s, %s", wide(x.lower(sym, local, i)),
		wide(x.upper(sym, local, i)), i+1, edit.Quote(part.Name.Name), x.where())
	return wide(x.cosub(part.Selector, i)), rest
}

// checkInLoops checks what the pointers to components that depend on implied loops are made from,
// in the generated loops that make them.
func (x *stmt) checkInLoops(r *syntax.Ref, info *resolve.Reference) {
	part := r.Coindexed()
	if !x.l.opt.Check || part != r.Parts[0] || info.Base == nil ||
		info.Base.Kind == resolve.Associate {
		return
	}
	sym, local := info.Parts[0], part.Name.Name
	for _, c := range append(x.imageChecks(sym, local, part,
		x.imageIndex(sym, local, part.Selector)), x.subscriptChecks(sym, local, part)...) {
		x.raw(c)
	}
}

// checkedImage is the image index of a coindexed object in an implied loop, checked in place.
func (x *stmt) checkedImage(sym *resolve.Symbol, local string, part *syntax.PartRef,
	image string) string {
	if !x.l.opt.Check || len(x.loops) == 0 && x.place == around {
		return image
	}
	if sym.Corank() > 1 {
		for i, c := range part.Selector.Cosubs[:sym.Corank()-1] {
			sub, rest := x.cosubscript(sym, local, part, i)
			defer x.t.Keep()()
			x.t.Replace(c.Span(), fmt.Sprintf("int(%s(%s, %s))",
				x.l.use("coral_checked_cosubscript"), sub, rest))
		}
		image = x.imageIndex(sym, local, part.Selector)
	}
	if mid.TeamSpec(part.Selector) != nil {
		return image
	}
	return fmt.Sprintf("%s(int(%s), %s)", x.l.use("coral_checked_image"), image, x.where())
}

// checkSubscripts checks the subscripts of one part of a reference against the bounds that its name
// has: in front of the statement or, where an implied loop, or one that is generated for it, gives
// values to them, in place.
func (x *stmt) checkSubscripts(sym *resolve.Symbol, name string, part *syntax.PartRef) {
	if len(x.loops) == 0 && len(x.t.Indices()) == 0 && x.place == around {
		for _, c := range x.subscriptChecks(sym, name, part) {
			x.raw(c)
		}
		return
	}
	x.eachChecked(sym, name, part, func(a *syntax.Arg, t *syntax.Triplet, low, high, rest string) {
		if t == nil {
			x.t.Replace(a.Range, fmt.Sprintf("%s(int(%s,%s), %s)",
				x.l.use("coral_checked_subscript"), x.t.Render(a.Range), x.l.use("coral_ik"), rest))
			return
		}
		first, last, step := x.tripletText(t, low, high)
		text := fmt.Sprintf("%s(%s, %s, %s, %s):%s", x.l.use("coral_checked_section"), first, last,
			step, rest, last)
		if t.Step != nil {
			text += ":" + step
		}
		x.t.Replace(a.Range, text)
	})
}

// subscriptChecks are the same checks as statements.
func (x *stmt) subscriptChecks(sym *resolve.Symbol, name string,
	part *syntax.PartRef) (calls []string) {
	ik := x.l.use("coral_ik")
	x.eachChecked(sym, name, part, func(a *syntax.Arg, t *syntax.Triplet, low, high, rest string) {
		first, last, step := "", "", "1_"+ik
		switch v := x.t.Render(a.Value.Span()); {
		case t != nil:
			first, last, step = x.tripletText(t, low, high)
		case x.scope.RankOf(a.Value) > 0:
			first, last = fmt.Sprintf("int(minval(%s),%s)", v,
				ik), fmt.Sprintf("int(maxval(%s),%s)", v, ik)
		default:
			first = fmt.Sprintf("int(%s,%s)", v, ik)
			last = first
		}
		calls = append(calls, fmt.Sprintf("call %s(%s, %s, %s, %s)", x.l.use("coral_check_section"),
			first, last, step, rest))
	})
	return calls
}

// eachChecked gives the subscripts of a part that can be wrong, with the bounds and the arguments
// that all checks have.
func (x *stmt) eachChecked(sym *resolve.Symbol, name string, part *syntax.PartRef,
	check func(a *syntax.Arg, t *syntax.Triplet, low, high, rest string)) {
	if part.Args == nil || sym == nil || sym.Rank() <= 0 || len(part.Args.Items) != sym.Rank() {
		return
	}
	ik := x.l.use("coral_ik")
	for d, a := range part.Args.Items {
		low, high := fmt.Sprintf("int(lbound(%s,%d),%s)", name, d+1,
			ik), fmt.Sprintf("int(ubound(%s,%d),%s)", name, d+1, ik)
		assumedSize := sym.Dims != nil && d < len(sym.Dims.Dims) &&
			sym.Dims.Dims[d].Kind == syntax.DimStar
		if assumedSize {
			high = fmt.Sprintf("huge(0_%s)", ik)
		}
		t, _ := a.Value.(*syntax.Triplet)
		switch {
		case t != nil && (t.Lower == nil && t.Upper == nil || t.Upper == nil && assumedSize):
		case t != nil && t.Step != nil && (t.Lower == nil || t.Upper == nil):
			// which end is which depends on its sign
		default:
			check(a, t, low, high, fmt.Sprintf("%s, %s, %d, %s, %s", low, high, d+1,
				edit.Quote(part.Name.Name), x.where()))
		}
	}
}

// tripletText are the three values of a section subscript; low and high stand for those that are
// left out.
func (x *stmt) tripletText(t *syntax.Triplet, low, high string) (first, last, step string) {
	ik := x.l.use("coral_ik")
	wide := func(e syntax.Expr, absent string) string {
		if e == nil {
			return absent
		}
		return fmt.Sprintf("int(%s,%s)", x.t.Render(e.Span()), ik)
	}
	return wide(t.Lower, low), wide(t.Upper, high), wide(t.Step, "1_"+ik)
}

// checkComponents checks the subscripts of components of a coindexed object, behind the pointers by
// which they are reached.
func (x *stmt) checkComponents(r *syntax.Ref, info *resolve.Reference) {
	x.eachComponentPart(r, info,
		func(i int, name string) { x.checkSubscripts(info.Parts[i], name, r.Parts[i]) })
}

// componentChecks are the same checks as statements.
func (x *stmt) componentChecks(r *syntax.Ref, info *resolve.Reference) (calls []string) {
	x.eachComponentPart(r, info,
		func(i int, name string) {
			calls = append(calls,
				x.subscriptChecks(info.Parts[i], name, r.Parts[i])...)
		})
	return calls
}

func (x *stmt) eachComponentPart(r *syntax.Ref, info *resolve.Reference,
	check func(i int, name string)) {
	if !x.l.opt.Check {
		return
	}
	behind := false
	for i, p := range r.Parts {
		if behind && p.Args != nil && info.Parts[i] != nil {
			name := x.t.Render(upToName(r, i))
			if strings.Contains(name, "[") {
				return // it is written in one piece with what follows
			}
			check(i, name)
		}
		behind = behind || p.Selector != nil
		if behind && p.Args == nil && info.Parts[i] != nil && info.Parts[i].Rank() > 0 ||
			p.Args != nil && (section.HasTriplet(p) ||
				len(section.VectorsOf(x.scope, []*syntax.PartRef{p})) > 0) {
			return // the bounds of a component cannot be asked for behind an array
		}
	}
}

// upToName is a reference up to the name of a part.
func upToName(r *syntax.Ref, i int) diag.Range {
	at := r.Parts[0].Name.Range
	at.End = r.Parts[i].Name.Range.End
	return at
}

// checkSides checks that the sides of an assignment with coindexed objects fit each other.
func (x *stmt) checkSides(a *syntax.AssignStmt) {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || !x.l.opt.Check || len(x.loops) > 0 || x.fl.group != nil {
		return
	}
	x.checkLength(l, a.RHS())
	x.checkShapes(l, a.RHS())
}

// checkLength checks that what a coindexed character of deferred length gets has its length, which
// it cannot change (F2018 10.2.1.2). An element, a section or a substring is not allocatable
// (9.5.3.1): it never takes another length, wherever it is, but pads the value or cuts it.
func (x *stmt) checkLength(l *syntax.Ref, value syntax.Expr) {
	info := x.scope.Reference(l)
	last := info.Parts[len(info.Parts)-1]
	if l.Coindexed() == nil || last == nil || !last.Has(resolve.Allocatable) ||
		!deferredLength(last) || x.mayHaveEffects(value) {
		return
	}
	if p := l.Last(); p.Args != nil || p.Second() != nil {
		return
	}
	ik := x.l.use("coral_ik")
	x.raw(fmt.Sprintf("call %s(len(%s, %s), len(%s, %s), %s)", x.l.use("coral_check_length"),
		x.t.Render(l.Range), ik, x.t.Render(value.Span()), ik, x.where()))
}

// checkShapes checks that the operands of an array assignment with coindexed objects have the shape
// of its left side.
func (x *stmt) checkShapes(l *syntax.Ref, value syntax.Expr) {
	info := x.scope.Reference(l)
	last := info.Parts[len(info.Parts)-1]
	if info.Rank <= 0 || last != nil && last.Has(resolve.Allocatable) && l.Last().Args == nil &&
		l.Coindexed() == nil {
		return // it takes the shape of the right side
	}
	// What a function does must be done once. Of coindexed objects it has been done.
	calls := func(r *syntax.Ref) bool { return r.Coindexed() == nil && x.mayHaveEffects(r) }
	if calls(l) {
		return
	}
	ik := x.l.use("coral_ik")
	check := func(e syntax.Expr) {
		x.raw(fmt.Sprintf("call %s(%d, shape(%s, %s), shape(%s, %s), %s)",
			x.l.use("coral_check_shape"), info.Rank,
			x.t.Render(l.Range), ik, x.t.Render(e.Span()), ik, x.where()))
	}
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
			if i := x.scope.Reference(e); !i.Call && i.Rank == info.Rank && !calls(e) {
				check(e)
			}
		case *syntax.ArrayCons:
			if info.Rank == 1 && !x.callsUser(e) {
				check(e)
			}
		}
	}
	walk(value)
}
