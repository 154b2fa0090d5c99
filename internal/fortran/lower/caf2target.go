package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// An asynchronous operation goes on when the procedure that has begun it has returned. Of an actual argument a back end may take it that nobody knows its address
// any more when a call is over, unless the dummy argument has the TARGET attribute (F2018 15.5.2.4): what is copied into it later it would not
// see. So the dummy arguments that are operands of such operations get it, and those that are passed on to such. Procedures with implicit
// interfaces need none: their callers assume nothing. Where the interface of a module procedure is declared apart from its body (F2018 15.6.2.5), the
// file with the body may be compiled later, and both must agree: all its dummy arguments get TARGET.

// async tells which dummy arguments are in use after their procedures have returned.
type async struct {
	known map[*resolve.Symbol]bool
}

// asyncTargets gives the dummy arguments of a procedure the TARGET attribute that need it.
func (l *lowerer) asyncTargets(scope *resolve.Scope, sub *syntax.Subprogram) {
	switch {
	case sub.Head == nil || sub.Head.Kind == syntax.ModuleProcedure: // as in its interface
	case sub.Head.Has("module"):
		l.declareIn(scope, separateTargets(scope)...)
	case scope.CAF2 && scope.Host != nil:
		l.declareIn(scope, targetsAmong(scope, l.async.outlives)...)
	}
}

// separateTargets declares the dummy arguments of a module procedure whose interface is declared apart as targets, if the module is in CAF 2.0; scope is
// that of its interface or of its body.
func separateTargets(scope *resolve.Scope) []string {
	for s := scope.Host; s != nil; s = s.Host {
		if s.Kind == resolve.ModuleScope && s.CAF2 {
			return targetsAmong(scope, func(*resolve.Symbol) bool { return true })
		}
	}
	return nil
}

// targetsAmong declares those dummy arguments of a procedure as targets that can be and need it.
func targetsAmong(scope *resolve.Scope, need func(*resolve.Symbol) bool) []string {
	var names []string
	for _, d := range scope.Order {
		if d.Has(resolve.Dummy) && d.Kind == resolve.Variable && d.Flags&(resolve.Target|resolve.Pointer|resolve.Value) == 0 && need(d) {
			names = append(names, d.Name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"target :: " + strings.Join(names, ", ")}
}

// outlives tells whether a dummy argument may be in use after its procedure has returned.
func (a *async) outlives(d *resolve.Symbol) bool {
	if is, ok := a.known[d]; ok {
		return is
	}
	if a.known == nil {
		a.known = map[*resolve.Symbol]bool{}
	}
	a.known[d] = false // of a procedure that calls itself, the rest tells
	sub, ok := d.Scope.Node.(*syntax.Subprogram)
	if !ok || len(sub.Exec) == 0 { // an interface alone: of what was compiled before nobody knows
		a.known[d] = d.Has(resolve.Target) || d.Scope.CAF2
		return a.known[d]
	}
	found := false
	syntax.Inspect(sub, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallStmt:
			if p := d.Scope.CAF2Statement(n); p != nil {
				found = found || a.begins(d, p, n)
			} else {
				found = found || a.passes(d, n.Proc)
			}
			return false
		case *syntax.PtrAssignStmt:
			found = found || d.Scope.CopointerAssigned(n) != nil && names(d, n.RHS)
		case *syntax.Ref:
			found = found || d.Scope.Analyse(n).Call && a.passes(d, n)
		}
		return !found
	})
	a.known[d] = found
	return found
}

// begins tells whether a statement begins an operation with a dummy argument as operand.
func (a *async) begins(d *resolve.Symbol, p *resolve.CAF2Proc, c *syntax.CallStmt) bool {
	if !strings.HasSuffix(p.Name, "_async") && p.Name != "copy_async" || c.Args() == nil {
		return false
	}
	for _, it := range c.Args().Items {
		if names(d, it.Value) {
			return true
		}
	}
	return false
}

// passes tells whether a call has a dummy argument as an argument that outlives it.
func (a *async) passes(d *resolve.Symbol, call *syntax.Ref) bool {
	args := call.Last().Args
	if args == nil || len(call.Parts) == 1 && d.Scope.Lookup(call.First().Name) == nil && d.Scope.IsIntrinsic(call.First().Name) {
		return false
	}
	for i, it := range args.Items {
		if !names(d, it.Value) {
			continue
		}
		callee := d.Scope.Callee(call)
		to := callee.Dummy(args.Items, i)
		if callee.Proc == nil || to == nil || a.outlives(to) {
			return true
		}
	}
	return false
}

// names tells whether an argument is a variable, or a part of it.
func names(sym *resolve.Symbol, e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return ok && r.First().Name == sym.Name
}
