package needs

import (
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// checked is for questions whose answers resolution has checked.
func checked(diag.Range, string, ...any) {}

// dynamic notes the values of a statement whose dynamic type counts.
func (f *finder) dynamic(scope *resolve.Scope, s syntax.Stmt) {
	for _, v := range scope.TypedByValue(s) {
		if f.needs.Values[v.Ref].Ref == nil {
			syntax.Hold(s) // for good: the tree is asked for this very node later
		}
		f.needs.Values[v.Ref] = v
		f.needs.Dynamic = f.needs.Dynamic || !v.TypeOnly
	}
}

// broadcast notes the type of which a CALL statement broadcasts an object.
func (f *finder) broadcast(scope *resolve.Scope, s syntax.Stmt) {
	if i, ok := s.(*syntax.IfStmt); ok {
		s = i.Action
	}
	c, ok := s.(*syntax.CallStmt)
	if !ok || c.Args() == nil || c.Proc.First().Name != "co_broadcast" ||
		!scope.IsIntrinsic("co_broadcast") {
		return
	}
	r, ok := c.Args().ByName([]string{"a"})["a"].(*syntax.Ref)
	if !ok {
		return
	}
	info := scope.Reference(r)
	if d := info.Types[len(info.Types)-1].DerivedOf(); derived.TravelsInParts(d) {
		f.needs.broadcast(d)
	}
}

// collected notes the type of a collective's operands.
func (f *finder) collected(scope *resolve.Scope, s syntax.Stmt) {
	if i, ok := s.(*syntax.IfStmt); ok {
		s = i.Action
	}
	c, ok := s.(*syntax.CallStmt)
	if !ok {
		return
	}
	if p := scope.CAF2Statement(c); p != nil {
		if d := CollectedType(scope, p, scope.BindCAF2(p, c.Args(), checked)); d != nil {
			f.needs.ship(d)
		}
	}
}

// CollectedType is the type of a collective's operands if they travel component by component, or
// nil.
func CollectedType(scope *resolve.Scope, p *resolve.CAF2Proc,
	args map[string]syntax.Expr) *resolve.Symbol {
	e := args["var"]
	if e == nil {
		e = args["dest"]
	}
	if !p.InParts() || e == nil {
		return nil
	}
	if d := scope.TypeOf(e).DerivedOf(); d != nil && derived.InPieces(d) &&
		resolve.StaysHere(d) == nil {
		return d
	}
	return nil
}

// shipped notes the types of the arguments of a SPAWN statement.
func (f *finder) shipped(scope *resolve.Scope, s syntax.Stmt) {
	if i, ok := s.(*syntax.IfStmt); ok {
		s = i.Action
	}
	sp, ok := s.(*syntax.SpawnStmt)
	if !ok || sp.Call.Last().Selector == nil {
		return
	}
	if p := scope.Callee(sp.Call).Proc; p != nil && p.Proc != nil {
		f.needs.Shipped[p.Proc] = true
	}
	f.result(scope, sp)
	for _, a := range scope.Shipped(sp, checked) {
		if a.Parts != nil {
			f.needs.ship(a.Parts)
		}
		f.needs.ShipsDynamic = f.needs.ShipsDynamic || a.Typed && !a.There
	}
}

// result notes the function of a SPAWN statement if its result comes by a procedure beside it.
func (f *finder) result(scope *resolve.Scope, s *syntax.SpawnStmt) {
	if s.Result == nil {
		return
	}
	if p, reason := scope.Delivers(s); p != nil && reason == "" {
		f.needs.Results[p] = true
	}
}
