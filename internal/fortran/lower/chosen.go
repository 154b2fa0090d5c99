package lower

import (
	"fmt"
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Elements that an assignment chooses by what it defines, `z(2:) = l(z(:4))[k]`. The right side is
// evaluated before the left side is defined (F2018 10.2.1.3, 10.2.3.2, 10.2.4.2.4). gfortran looks
// for what is defined among the operands, but not in their subscripts, and takes no temporary
// (Options.HiddenSubscripts). Where an assignment has coindexed objects, the right side is
// evaluated first here.

// definedBy is what an assignment defines; nil: no variable.
func definedBy(a *syntax.AssignStmt) *syntax.Ref {
	if a == nil {
		return nil
	}
	l, _ := a.LHS().(*syntax.Ref)
	return l
}

// chooses calls f for the references of an expression that subscripts choose which depend on what a
// reference defines, with those subscripts. Where subscripts and definition name the same elements
// in the same way, each is read in time.
func (x *stmt) chooses(l *syntax.Ref, e syntax.Expr, f func(r *syntax.Ref, subs []syntax.Expr)) {
	g := x.fl.together
	if !x.l.opt.HiddenSubscripts || l == nil || g != nil && (!g.remote || g.apart) {
		return
	}
	to := x.scope.Reference(l)
	if to.Base == nil {
		return
	}
	syntax.Inspect(e, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if !ok {
			return true
		}
		if info := x.scope.Reference(r); info.Call || info.Base == nil {
			return true
		}
		var subs []syntax.Expr
		mid.EachSubscript(r, func(e syntax.Expr) {
			if alias.ReadsOther(x.scope, e, l, to) {
				subs = append(subs, e)
			}
		})
		if subs != nil {
			f(r, subs)
		}
		return true
	})
}

// choosesByOwn tells whether the right side of an array assignment has a vector subscript that
// depends on what the assignment defines. gfortran evaluates scalar subscripts in front.
func (x *stmt) choosesByOwn(a *syntax.AssignStmt) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || x.scope.Reference(l).Rank == 0 {
		return false
	}
	found := false
	x.chooses(l, a.RHS(), func(_ *syntax.Ref, subs []syntax.Expr) {
		for _, e := range subs {
			found = found || x.scope.RankOf(e) != 0
		}
	})
	return found
}

// chosenInFront finds the scalars that subscripts choose by what a WHERE defines; the subscripts
// are evaluated into variables. In front: the expression is evaluated before all assignments of the
// outermost construct.
func (x *stmt) chosenInFront(l *syntax.Ref, e syntax.Expr, front bool) {
	x.chooses(l, e, func(r *syntax.Ref, subs []syntax.Expr) {
		switch {
		case x.scope.Reference(r).Rank > 0:
		case front && len(x.loops) == 0:
			x.scalarsFirst = append(x.scalarsFirst, subs...)
		default:
			x.refuseChosen(subs[0], l)
		}
	})
}

// leftInFront finds the subscripts of what a WHERE defines that depend on it. flang evaluates them
// anew for each element. Front is as above.
func (x *stmt) leftInFront(l *syntax.Ref, front bool) {
	if l == nil || !front || len(x.loops) > 0 || !x.fl.together.remote {
		return
	}
	to := x.scope.Reference(l)
	mid.EachSubscript(l, func(e syntax.Expr) {
		if to.Base != nil && x.scope.RankOf(e) == 0 && mid.RefersTo(x.scope, e,
			func(r *syntax.Ref, info *resolve.Reference) bool {
				return info.Base != nil && !info.Call && alias.MayAlias(l, r, to, info)
			}) {
			x.scalarsFirst = append(x.scalarsFirst, e)
		}
	})
}

// evaluateFirst has those of a reference's subscripts evaluated in front.
func (x *stmt) evaluateFirst(r *syntax.Ref) {
	if len(x.scalarsFirst) == 0 {
		return
	}
	mid.EachSubscript(r, func(e syntax.Expr) {
		if slices.Contains(x.scalarsFirst, e) {
			x.inVariable(e)
		}
	})
}

// chosenFirst writes the arrays that subscripts choose by what is defined as values of a function
// that is not elemental: gfortran calls it before it defines anything.
func (x *stmt) chosenFirst(l *syntax.Ref, e syntax.Expr) {
	x.chooses(l, e, func(r *syntax.Ref, subs []syntax.Expr) {
		if x.scope.Reference(r).Rank > 0 {
			x.t.Replace(r.Range, x.asFunction(r))
		}
	})
}

// chosenInGroup deals with an assignment in a WHERE or FORALL before it is planned.
func (x *stmt) chosenInGroup(a *syntax.AssignStmt) {
	switch t := x.keptInForall(a); {
	case t == nil:
	case severalBytes(t):
		x.refuseKept(a, "the characters have several bytes")
	case x.takesLength(definedBy(a)):
		x.refuseKept(a, "the left side takes the length of the right side")
	case x.lengthVaries(definedBy(a)):
		x.refuseKept(a, "the length of the left side depends on the index")
	case x.fl.where && x.cutInWhere(definedBy(a)):
		x.refuseKept(a, "a WHERE in it defines a component of type CHARACTER")
	}
	x.chosenInForall(a)
	if x.fl.where {
		front := !x.fl.together.several
		x.leftInFront(definedBy(a), front)
		x.chosenInFront(definedBy(a), a.RHS(), front)
	}
}

// chosenInForall refuses subscripts in FORALL that depend on what it defines: no temporary variable
// can stand in between.
func (x *stmt) chosenInForall(a *syntax.AssignStmt) {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || x.fl.where || len(x.loops) == 0 {
		return
	}
	refused := false
	x.chooses(l, a.RHS(), func(_ *syntax.Ref, subs []syntax.Expr) {
		if !refused {
			x.refuseChosen(subs[0], l)
		}
		refused = true
	})
}

// keptInForall gives the type of characters that gfortran keeps in a temporary variable, since what
// FORALL defines, also by a WHERE in it, may be what its right side reads; nil: it keeps none.
// Objects of other images are seen through pointers, and have such a temporary variable where the
// other side is one, or is seen by a pointer or a target.
func (x *stmt) keptInForall(a *syntax.AssignStmt) *resolve.Type {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || len(x.loops) == 0 || !x.l.opt.InlinePointers {
		return nil
	}
	t := x.scope.TypeOf(l)
	if t == nil || t.Base != syntax.TypeCharacter {
		return nil
	}
	seen := func(r *syntax.Ref, info *resolve.Reference) bool {
		if info.Call || info.Base == nil {
			return false
		}
		return r.Remote() || info.Base.IsCoarray() || info.Base.Kind == resolve.Associate ||
			slices.ContainsFunc(info.Parts, func(s *resolve.Symbol) bool {
				return s != nil && (s.Has(resolve.Pointer) || s.Has(resolve.Target))
			})
	}
	other := func(r *syntax.Ref, _ *resolve.Reference) bool { return r.Remote() }
	if !l.Remote() && !mid.RefersTo(x.scope, a.RHS(), other) || !seen(l, x.scope.Reference(l)) ||
		!mid.RefersTo(x.scope, a.RHS(), seen) {
		return nil
	}
	// the procedure of a defined assignment gets the right side itself
	if d, _ := x.scope.Assigned(l, a.RHS()); d != nil {
		return nil
	}
	return t
}

// takesLength tells whether an assignment gives a variable another length: an allocatable one of
// deferred length, as a whole. gfortran makes its temporary variable as long as what is replaced.
func (x *stmt) takesLength(l *syntax.Ref) bool {
	info := x.scope.Reference(l)
	last := info.Parts[len(info.Parts)-1]
	p := l.Last()
	return l.Coindexed() == nil && p.Args == nil && p.Second() == nil && last != nil &&
		last.Has(resolve.Allocatable) && deferredLength(last)
}

// lengthVaries tells whether the left side may have another length for another index: gfortran
// makes all elements of its temporary variable as long as one.
func (x *stmt) lengthVaries(l *syntax.Ref) bool {
	info, n := x.scope.Reference(l), len(l.Parts)-1
	of := func() bool { // of the whole, without a substring
		return n > 0 && info.Parts[n] != nil && deferredLength(info.Parts[n]) &&
			x.namesIndex(&syntax.Ref{Range: l.Range, Parts: l.Parts[:n]})
	}
	args := section.Substring(l, info)
	if args == nil {
		return of()
	}
	t, ok := args.Items[0].Value.(*syntax.Triplet)
	if !ok {
		return false
	}
	if t.Upper == nil {
		return of() || x.namesIndex(t.Lower)
	}
	if !x.namesIndex(t.Lower) {
		return x.namesIndex(t.Upper)
	}
	first, upper := t.Lower.Span().Text(), t.Upper
	if sum, ok := upper.(*syntax.Binary); ok && sum.Op == syntax.OpAdd && !x.namesIndex(sum.Y) {
		upper = sum.X // i:i+2
	}
	return upper.Span().Text() != first
}

// namesIndex tells whether an index of FORALL stands in an expression, which may be nil.
func (x *stmt) namesIndex(e syntax.Expr) bool {
	return e != nil && mid.RefersTo(x.scope, e, func(r *syntax.Ref, _ *resolve.Reference) bool {
		return r.IsName() && slices.ContainsFunc(x.loops,
			func(lp indexLoop) bool { return lp.name == r.First().Name })
	})
}

func severalBytes(t *resolve.Type) bool {
	if kindOf(t) == "" {
		return false
	}
	n, known := t.Scope.Int(t.Spec.Kind)
	return !known || n != 1
}

// refuseKept refuses characters in such a variable that gfortran counts wrong there.
func (x *stmt) refuseKept(a *syntax.AssignStmt, why string) {
	x.l.errorf("C0245", a.LHS().Span(),
		"in FORALL, gfortran would assign wrong values here: %s, and gfortran reaches both sides "+
			"by pointers (objects of other images, pointers, targets)", why).
		Help("write a DO construct; if the right side reads what the loop defines, copy it to a " +
			"variable first")
}

// padInForall gives the right side the length of the left side: of such a variable, gfortran
// assigns what lies behind a shorter value, and a longer one is stored beyond its end.
func (x *stmt) padInForall(a *syntax.AssignStmt) {
	if x.keptInForall(a) == nil {
		return
	}
	x.t.Replace(a.RHS().Span(), fmt.Sprintf("%s(%s, %s)", x.l.use("coral_of_length"),
		x.t.Render(a.RHS().Span()), x.t.Render(a.LHS().Span())))
}

func (x *stmt) refuseChosen(sub syntax.Expr, l *syntax.Ref) {
	x.l.errorf("C0238", sub.Span(),
		"this subscript depends on '%s', which the statement defines, and the Fortran compiler in "+
			"use, gfortran, would define it too early", l.First().Name).
		Help("assign the subscripts, or the right side, to a variable before the WHERE or " +
			"FORALL")
}

// asFunction writes an array as the value of a function that is not elemental. gfortran passes
// parts of complex components with wrong steps, substrings with the length of their strings, and
// other elements of pointers to components, where they are no expression.
func (x *stmt) asFunction(r *syntax.Ref) string {
	text := x.t.Render(r.Range)
	if x.byCopy(r) || x.partsOfSection(r) || section.Substring(r, x.scope.Reference(r)) != nil {
		text = "(" + text + ")"
	}
	return "cshift(" + text + ", 0)"
}

// readFirst writes what a right side in WHERE refers to as values of a function that is not
// elemental. Such values are complete before anything is defined (F2018 10.2.3.2), and the
// expression around them is still evaluated for the elements of the mask alone.
func (x *stmt) readFirst(a *syntax.AssignStmt) {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || !x.fl.where {
		return
	}
	x.chosenFirst(l, a.RHS())
	x.readFirstIn(l, a.RHS(), x.cutInWhere(l))
}

// readFirstIn is readFirst for a part of the right side. cut: what it refers to may be what makes
// gfortran cut characters. That is not so within a call that is not elemental, which has a value of
// its own and may need its arguments as they are.
func (x *stmt) readFirstIn(l *syntax.Ref, part syntax.Node, cut bool) {
	syntax.Inspect(part, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if !ok {
			return true
		}
		info := x.scope.Reference(r)
		if info.Base == nil || info.Call {
			if !cut || x.scope.CallsElementally(r) {
				return true
			}
			for _, p := range r.Parts {
				if p.Args != nil {
					x.readFirstIn(l, p.Args, false)
				}
			}
			return false
		}
		if alias.MayShare(x.scope, l, r, x.localAs) ||
			cut && info.Rank > 0 && (l.Remote() || r.Remote()) &&
				(info.Base.Kind != resolve.Associate || x.throughOwnView(r)) &&
				!isPolymorphic(info) {
			x.t.Replace(r.Range, x.asFunction(r))
		}
		return false
	})
}

// throughOwnView tells whether a reference by an associate name is written by the coarray's view.
func (x *stmt) throughOwnView(r *syntax.Ref) bool {
	return mid.ViewedAs(x.scope, r) != "" && x.throughView(r)
}

// cutInWhere tells whether gfortran would assign one character alone of each value in WHERE, where
// it thinks that the right side may be what is defined: it does so for components that are
// characters.
func (x *stmt) cutInWhere(l *syntax.Ref) bool {
	t := x.scope.TypeOf(l)
	return x.l.opt.InlinePointers && len(l.Parts) > 1 && t != nil && t.Base == syntax.TypeCharacter
}
