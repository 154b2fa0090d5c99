package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Assignments in WHERE and FORALL whose right side is evaluated into an array before anything is
// defined, as F2018 10.2.3.2 and 10.2.4.2.4 have it. Back ends leave that array out where they see
// no dependence, and they see none in the body of a function. So it is written where a function
// may fetch elements of what the statement defines on another image: on shadow memory it would put
// old values in the place of new ones that have not been sent yet. It is written for FORALL, too,
// where subscripts choose elements by what is defined (chosen.go), and where an associate name has
// another type than what it may be part of (associated.go).

const apartValue, apartMask = "coral_e", "coral_m"

// onlyAssignment is the assignment of a WHERE construct that has no other statement, and its mask;
// nil: it has.
func onlyAssignment(c *syntax.WhereConstruct) (*syntax.AssignStmt, syntax.Expr) {
	head, ok := c.Branches[0].Head.(*syntax.WhereConstructStmt)
	if !ok || len(c.Branches) != 1 || len(c.Branches[0].Body) != 1 {
		return nil, nil
	}
	a, _ := c.Branches[0].Body[0].(*syntax.AssignStmt)
	return a, head.Mask
}

// standsApart tells whether the right side of the one assignment of an outermost WHERE or FORALL is
// evaluated apart. Bounds are expressions that stand in both parts, beside the variable.
func (x *stmt) standsApart(g *together, a *syntax.AssignStmt, bounds ...syntax.Expr) bool {
	l := definedBy(a)
	if l == nil || g.several || !g.remote || x.fl.group != nil || len(x.fl.loops) > 0 {
		return false
	}
	info := x.scope.Reference(l)
	if info.Base == nil || !x.fetchesDefined(g, a, info.Base) && !x.choosesInForall(a) &&
		(x.fl.where || !x.underOtherName(a, true)) {
		return false
	}
	for _, e := range append(bounds, l) {
		called := x.l.fetches().From(x.scope)
		if e != nil {
			called.CalledIn(e, x.scope)
		}
		if called.Found().MayHave(info.Base) { // it would do so behind the definition, too
			return false
		}
	}
	procs, unknown := x.scope.AssignmentCalls(l, a.RHS())
	t := x.scope.TypeOf(l)
	return len(procs) == 0 && !unknown && t != nil && t.Base != syntax.TypeClass &&
		!derived.NeedsCopy(t.DerivedOf()) && !mid.HasFinal(t.DerivedOf(), mid.AnyFinal) &&
		x.typeHere(t) != ""
}

// fetchesDefined tells whether a function may fetch elements of what an assignment defines on
// another image.
func (x *stmt) fetchesDefined(g *together, a *syntax.AssignStmt, base *resolve.Symbol) bool {
	f := g.fetches[g.places[a]]
	return definedBy(a).Remote() && f != nil && f.MayHave(base)
}

// choosesInForall tells whether an assignment of a FORALL chooses elements by what it defines.
func (x *stmt) choosesInForall(a *syntax.AssignStmt) bool {
	found := false
	if !x.fl.where && len(x.loops) > 0 {
		x.chooses(definedBy(a), a.RHS(), func(*syntax.Ref, []syntax.Expr) { found = true })
	}
	return found
}

// whereApart tells whether the right side of a WHERE is evaluated apart.
func (x *stmt) whereApart(g *together, a *syntax.AssignStmt) bool {
	return a != nil && g != nil && x.scope.RankOf(a.LHS()) > 0 && x.standsApart(g, a)
}

// evaluateWhere writes the evaluation of a right side, and of the mask, in front of the WHERE that
// head begins.
func (x *stmt) evaluateWhere(head *stmt, mask syntax.Expr, a *syntax.AssignStmt) {
	dims := colons(x.scope.RankOf(a.LHS()))
	l := x.t.Render(a.LHS().Span())
	x.declare("logical, allocatable :: " + apartMask + dims)
	x.declare(x.typeHere(x.scope.TypeOf(a.LHS())) + ", allocatable :: " + apartValue + dims)
	x.raw(apartMask + " = " + head.t.Render(mask.Span()))
	x.raw("allocate (" + apartValue + ", mold=" + l + ")")
	x.raw("where (" + apartMask + ") " + apartValue + " = " + x.t.Render(a.RHS().Span()))
	head.t.Replace(mask.Span(), apartMask)
	x.t.Replace(a.RHS().Span(), apartValue)
}

// forallApart tells whether the right side of a FORALL is evaluated apart. x.loops are its indices.
func (x *stmt) forallApart(g *together, h *syntax.ConcurrentHeader, a *syntax.AssignStmt) bool {
	if a == nil || h.Type != nil || len(x.loops) != len(h.Controls) ||
		x.scope.RankOf(a.LHS()) != 0 {
		return false
	}
	if t := x.scope.TypeOf(a.LHS()); t == nil || t.Base == syntax.TypeCharacter {
		return false
	}
	var bounds []syntax.Expr
	for _, c := range h.Controls {
		bounds = append(bounds, c.First, c.Last, c.Step)
	}
	return x.standsApart(g, a, bounds...)
}

// evaluateForall writes the evaluation of a right side in front of the FORALL that head begins.
func (x *stmt) evaluateForall(head *stmt, h *syntax.ConcurrentHeader, a *syntax.AssignStmt) {
	var names []string
	for _, c := range h.Controls {
		names = append(names, c.Var.Name)
	}
	element := apartValue + "(" + strings.Join(names, ",") + ")"
	typ := x.typeHere(x.scope.TypeOf(a.LHS()))
	x.allocateByIndex(typ+", allocatable :: "+apartValue+colons(len(names)), apartValue, x.loops)
	x.raw("forall " + head.t.Render(h.Range) + " " + element + " = " +
		x.t.Render(a.RHS().Span()))
	x.t.Replace(a.RHS().Span(), element)
}
