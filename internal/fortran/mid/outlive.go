package mid

import (
	"cmp"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// An asynchronous operation goes on when the procedure that has begun it has returned. Of an actual
// argument a back end may take it that nobody knows its address any more when a call is over,
// unless the dummy argument has the TARGET attribute (F2018 15.5.2.4): what is copied into it later
// it would not see. So the dummy arguments that are operands of such operations get it, and those
// that are passed on to such. Procedures with implicit interfaces need none: their callers assume
// nothing. An interface body of an external procedure has what the procedure has; if that is in
// another file, all its dummy arguments get TARGET. Abstract interfaces, and those of dummy
// procedures and procedure pointers, stay as they are written, and so must be the procedures that
// they stand for. Where the interface of a module procedure is declared apart from its body (F2018
// 15.6.2.5), the file with the body may be compiled later, and both must agree: all its dummy
// arguments get TARGET, but for one that is bound to a type and so has what it overrides.

// Lifetimes tells which dummy arguments are in use after their procedures have returned.
type Lifetimes struct {
	prog  *resolve.Program
	known map[*resolve.Symbol]bool
	// directives: some file of the program has bcast or reduction of XcalableMP with async(id)
	directives, asked bool
}

// NewLifetimes knows the dummy arguments of a program's procedures.
func NewLifetimes(prog *resolve.Program) *Lifetimes { return &Lifetimes{prog: prog} }

// NeedsTarget tells whether a dummy argument gets the TARGET attribute; scope is that of a
// procedure or of an interface.
func (a *Lifetimes) NeedsTarget(scope *resolve.Scope, d *resolve.Symbol) bool {
	sub, ok := scope.Node.(*syntax.Subprogram)
	if !ok || sub.Head == nil || !d.Has(resolve.Dummy) || d.Kind != resolve.Variable ||
		d.Flags&(resolve.Target|resolve.Pointer|resolve.Value) != 0 {
		return false
	}
	switch {
	case sub.Head.Kind == syntax.ModuleProcedure: // as in its interface
		return false
	case sub.Head.Has("module"):
		return HasSeparateInterface(scope) && !isBound(scope)
	}
	body := scope.Kind == resolve.BodyScope && !standsForOthers(scope) && sub.Head.Bind == nil
	return (scope.CAF2 || a.hasDirectives()) &&
		(body || scope.Kind == resolve.ProcScope) && a.outlives(d)
}

// hasDirectives tells whether the program begins operations by directives of XcalableMP.
func (a *Lifetimes) hasDirectives() bool {
	if a.asked {
		return a.directives
	}
	a.asked = true
	for _, f := range a.prog.Files {
		a.directives = a.directives || f.XMP && slices.ContainsFunc(f.Stmts,
			func(s syntax.Stmt) bool {
				d, ok := s.(*syntax.XMPStmt)
				return ok && d.Async != nil
			})
	}
	return a.directives
}

// standsForOthers tells whether an interface body is an abstract interface, or that of a dummy
// procedure or a procedure pointer.
func standsForOthers(body *resolve.Scope) bool {
	if body.Kind != resolve.BodyScope || body.Host == nil {
		return false
	}
	sym := body.Host.Symbols[body.Name]
	return sym != nil &&
		sym.Flags&(resolve.AbstractInterface|resolve.Dummy|resolve.Pointer) != 0
}

// HasSeparateInterface tells whether a procedure with the prefix MODULE belongs to a module in CAF
// 2.0: all its dummy arguments become targets.
func HasSeparateInterface(scope *resolve.Scope) bool {
	for s := scope.Host; s != nil; s = s.Host {
		if s.Kind == resolve.ModuleScope && s.CAF2 {
			return true
		}
	}
	return false
}

// isBound tells whether a module procedure is bound to a type of its module's.
func isBound(scope *resolve.Scope) bool {
	for host := scope.Host; host != nil; host = host.Host {
		for _, typ := range host.Order {
			if typ.Def != nil && binds(typ.Def, scope.Name) {
				return true
			}
		}
	}
	return false
}

// binds tells whether a type binds a procedure, by whatever name.
func binds(typ *syntax.DerivedTypeDef, procedure string) bool {
	for _, it := range typ.Bindings {
		st, ok := it.(*syntax.BindingStmt)
		if ok && slices.ContainsFunc(st.Bindings, func(b *syntax.Binding) bool {
			return cmp.Or(b.Proc, b.Name).Name == procedure
		}) {
			return true
		}
	}
	return false
}

// outlives tells whether a dummy argument may be in use after its procedure has returned.
func (a *Lifetimes) outlives(d *resolve.Symbol) bool {
	if is, ok := a.known[d]; ok {
		return is
	}
	if a.known == nil {
		a.known = map[*resolve.Symbol]bool{}
	}
	a.known[d] = false // of a procedure that calls itself, the rest tells
	sub, ok := d.Scope.Node.(*syntax.Subprogram)
	if by := externalDummy(a.prog, d); by != nil {
		a.known[d] = a.outlives(by)
		return a.known[d]
	}
	if !ok || len(sub.Exec) == 0 { // an interface alone: of what was compiled before nobody knows
		a.known[d] = d.Has(resolve.Target) || d.Scope.CAF2 && !standsForOthers(d.Scope)
		return a.known[d]
	}
	found, of := false, dummyNames{d.Scope, []string{d.Name}}
	syntax.Inspect(sub, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.AssociateStmt:
			of.add(n.Assocs...)
		case *syntax.ChangeTeamStmt:
			of.add(n.Assocs...)
		case *syntax.SelectStmt:
			if n.Assoc != nil && of.name(n.Expr) {
				of.names = append(of.names, n.Assoc.Name)
			}
		case *syntax.CallStmt:
			if p := d.Scope.CAF2Statement(n); p != nil {
				found = found || a.begins(of, p, n)
			} else {
				found = found || a.passes(of, n.Proc)
			}
			return false
		case *syntax.XMPStmt:
			found = found || n.Async != nil && slices.ContainsFunc(n.Args, of.name)
		case *syntax.PtrAssignStmt:
			found = found || d.Scope.CopointerAssigned(n) != nil && of.name(n.RHS)
		case *syntax.Ref:
			found = found || d.Scope.Reference(n).Call && a.passes(of, n)
		}
		return !found
	})
	a.known[d] = found
	return found
}

// externalDummy is the dummy argument of an external procedure whose interface body declares d, if
// the procedure is in this file; else nil.
func externalDummy(prog *resolve.Program, d *resolve.Symbol) *resolve.Symbol {
	sub, ok := d.Scope.Node.(*syntax.Subprogram)
	if !ok || d.Scope.Kind != resolve.BodyScope || standsForOthers(d.Scope) {
		return nil
	}
	p := prog.Externals[d.Scope.Name]
	if p == nil || p.Inner == nil || p.Proc == nil || p.Proc.Head == nil {
		return nil
	}
	for i, a := range sub.Head.Args {
		if a.Name != nil && a.Name.Name == d.Name && i < len(p.Proc.Head.Args) &&
			p.Proc.Head.Args[i].Name != nil {
			return p.Inner.Symbols[p.Proc.Head.Args[i].Name.Name]
		}
	}
	return nil
}

// begins tells whether a statement begins an operation with a dummy argument as operand.
func (a *Lifetimes) begins(d dummyNames, p *resolve.CAF2Proc, c *syntax.CallStmt) bool {
	if !strings.HasSuffix(p.Name, "_async") && p.Name != "copy_async" || c.Args() == nil {
		return false
	}
	for _, it := range c.Args().Items {
		if d.name(it.Value) {
			return true
		}
	}
	return false
}

// passes tells whether a call has a dummy argument as an argument that outlives it.
func (a *Lifetimes) passes(d dummyNames, call *syntax.Ref) bool {
	args := call.Last().Args
	if args == nil || len(call.Parts) == 1 && d.scope.Lookup(call.First().Name) == nil &&
		d.scope.IsIntrinsic(call.First().Name) {
		return false
	}
	for i, it := range args.Items {
		if !d.name(it.Value) {
			continue
		}
		callee := d.scope.Callee(call)
		to := callee.Dummy(args.Items, i)
		if callee.Proc == nil || to == nil || a.outlives(to) {
			return true
		}
	}
	return false
}

// dummyNames are the names of a dummy argument in its procedure: its own, and those that constructs
// with associate names give it or a part of it. Another entity of such a name counts as well.
type dummyNames struct {
	scope *resolve.Scope
	names []string
}

// name tells whether an expression is the variable, or a part of it.
func (d dummyNames) name(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return ok && slices.Contains(d.names, r.First().Name)
}

// add notes the names that a construct gives the variable.
func (d *dummyNames) add(list ...*syntax.Association) {
	for _, a := range list {
		if a.Name != nil && d.name(a.Selector) {
			d.names = append(d.names, a.Name.Name)
		}
	}
}
