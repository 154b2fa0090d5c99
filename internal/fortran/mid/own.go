package mid

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Which functions read nothing but their arguments and what is their own: their values do not
// change where a statement defines something else. Bodies tell it, and of modules that other
// commands have compiled, what Coral has left beside the module.

// ownMark is behind the names of such functions in Fetches.Noted.
const ownMark = "=own"

// ReadsElsewhere tells whether a function that is referred to in a scope may read anything else.
func (k Fetches) ReadsElsewhere(f *syntax.Ref, scope *resolve.Scope) bool {
	name := f.First().Name
	if scope.IsIntrinsic(name) {
		return false
	}
	sym := scope.Lookup(name)
	if len(f.Parts) == 1 && sym != nil && sym.Kind == resolve.DerivedType {
		return false
	}
	// what is bound to an object, or only declared like another one, may be any procedure
	if len(f.Parts) > 1 || sym == nil || sym.Has(resolve.Pointer) || sym.Has(resolve.Dummy) {
		return true
	}
	return !k.own(scope.Callee(f).Proc)
}

// own tells whether a procedure is known to read nothing else.
func (k Fetches) own(p *resolve.Symbol) bool {
	if p == nil || p.Proc == nil || p.Inner == nil {
		return false
	}
	if p.Scope != nil && k.Before[p.Scope] {
		return p.Scope.Kind == resolve.ModuleScope &&
			slices.Contains(strings.Fields(k.Noted[p.Scope.Name]), p.Name+ownMark)
	}
	proc := p.Inner
	if proc.Separate != nil {
		proc = proc.Separate
	}
	if proc.Kind != resolve.ProcScope {
		return false
	}
	effects, others := NewEffects(k.Prog), false
	k.Prog.InspectIn(proc.Node, proc, func(n syntax.Node, in *resolve.Scope) bool {
		if st, is := n.(syntax.Stmt); is && syntax.GivenBack(st) {
			others = true
			return false
		}
		switch n := n.(type) {
		case *syntax.Ref:
			others = others || !isOwn(n, in, proc)
		case *syntax.Unary, *syntax.Binary:
			others = others || in.OperatorMayCall(n)
		case *syntax.AssignStmt:
			others = others || effects.AssignmentMayCall(n, in)
		case *syntax.CrayPointerStmt, *syntax.NamelistStmt: // names do not tell
			others = true
		}
		return !others
	})
	return !others
}

// isOwn tells whether a reference in a procedure is to what belongs to this call of it: to a
// constant, an argument or a local variable, and through no pointer. Variables of COMMON blocks,
// and what is equivalenced with them, others have, too. What an associate name stands for was
// looked at as the selector.
func isOwn(r *syntax.Ref, scope, proc *resolve.Scope) bool {
	info := scope.Reference(r)
	if scope.IsIntrinsic(r.First().Name) && len(r.Parts) == 1 {
		return true
	}
	if info.Base == nil {
		return false
	}
	if info.Base.Kind == resolve.Parameter || info.Base.Kind == resolve.DerivedType {
		return true
	}
	return !info.Call && isIn(info.Base.Scope, proc) &&
		!info.Base.Has(resolve.InCommon) && !info.Base.Has(resolve.Equivalenced) &&
		!slices.ContainsFunc(info.Parts, func(s *resolve.Symbol) bool {
			return s != nil && s.Has(resolve.Pointer)
		})
}

// isIn tells whether a scope is that of a procedure, or of a construct in it.
func isIn(scope, proc *resolve.Scope) bool {
	for scope != nil && scope != proc &&
		(scope.Kind == resolve.BlockScope || scope.Kind == resolve.AssocScope) {
		scope = scope.Host
	}
	return scope == proc
}
