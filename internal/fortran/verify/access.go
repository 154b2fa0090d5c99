package verify

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What a statement does to views: which it goes through, which it makes, and whether it may leave
// all of them stale.

// tracked is a variable of generated text that must be given a value before it is used: a view
// (`coral_x`, whose type is coral_t_x), a local pointer (`coral_l_1`), a pointer to a component
// (`coral_c_1`), or one with the character length of a view (`coral_l_x`). nil: the name is none.
func (b *builder) tracked(name string) *resolve.Symbol {
	if !isGenerated(name) {
		return nil
	}
	sym := b.scope.Lookup(name)
	if sym == nil || sym.Kind != resolve.Variable || sym.Init != nil ||
		sym.Flags&(resolve.Dummy|resolve.Result) != 0 {
		return nil
	}
	t := sym.TypeOf()
	if t != nil && t.Spec != nil && t.Spec.Name != nil && isView(t.Spec.Name.Name) ||
		sym.Has(resolve.Pointer) {
		return sym
	}
	return nil
}

// isView tells of a type that generated text declares around a pointer.
func isView(name string) bool {
	return hasPrefix(name, "coral_t_", "coral_k_", "coral_p_", "coral_critical_t")
}

// execute notes what a statement does.
func (b *builder) execute(i int32, s syntax.Stmt) {
	b.node(i).effect = b.p.effectOf(s, b.scope)
	b.alters(i, s)
	switch s := s.(type) {
	case *syntax.PtrAssignStmt:
		b.goThrough(i, s.RHS)
		b.pointsTo(i, s.RHS)
		if r, ok := s.LHS.(*syntax.Ref); ok { // bounds
			for _, part := range r.Parts {
				if part.Args != nil {
					for _, a := range part.Args.Items {
						b.goThrough(i, a.Value)
					}
				}
			}
		}
		b.made(i, s.LHS)
		return
	case *syntax.NullifyStmt:
		for _, e := range s.Objects {
			b.made(i, e)
		}
		return
	case *syntax.AllocateStmt:
		b.allocate(i, s)
		return
	case *syntax.AssignStmt:
		if b.isStatementFunction(s) {
			b.node(i).effect = none
			return
		}
		r, ok := s.LHS().(*syntax.Ref)
		if ok && len(r.Parts) == 1 && !b.isPointer(r) && b.made(i, r) {
			b.evaluate(i, s.RHS())
			return
		}
		if ok {
			b.assign(i, r, s.RHS())
			return
		}
	case *syntax.AssociateStmt:
		for _, a := range s.Assocs {
			if a.Name != nil && isGenerated(a.Name.Name) { // the object by its place
				b.goThrough(i, a.Selector)
				continue
			}
			b.evaluate(i, a.Selector)
		}
		return
	case *syntax.IOStmt:
		b.input(i, s)
	case *syntax.WhereStmt, *syntax.ForallStmt:
		b.masked(i, s)
		return
	case *syntax.CallStmt:
		b.call(i, s)
		return
	}
	if d, ok := s.(*syntax.DoStmt); ok && d.Concurrent != nil {
		b.loosely(func() { syntax.StmtExprs(s, func(e syntax.Expr) { b.evaluate(i, e) }) })
		return
	}
	syntax.StmtExprs(s, func(e syntax.Expr) { b.evaluate(i, e) })
}

// isStatementFunction tells of the definition of one, which is not executed.
func (b *builder) isStatementFunction(s *syntax.AssignStmt) bool {
	if !s.MaybeStmtFunc {
		return false
	}
	r, ok := s.LHS().(*syntax.Ref)
	if !ok {
		return false
	}
	sym := b.scope.Lookup(r.First().Name)
	return sym != nil && sym.Has(resolve.StatementFunction)
}

// allocate makes pointers, by bounds and sources.
func (b *builder) allocate(i int32, s *syntax.AllocateStmt) {
	objects := map[syntax.Expr]bool{}
	for _, a := range s.Allocs {
		if b.made(i, a.Object) {
			objects[a.Object] = true
		}
	}
	if mold := s.Spec("mold"); mold != nil { // of which type and bounds are asked, and no value
		if of, is := mold.Value.(*syntax.Ref); is && of.Last().Args == nil {
			b.node(i).asked, objects[of] = append(b.node(i).asked, of), true
		}
	}
	syntax.StmtExprs(s, func(e syntax.Expr) {
		if !objects[e] {
			b.evaluate(i, e)
		}
	})
}

// made notes that what a designator begins with has a value now.
func (b *builder) made(i int32, e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return false
	}
	sym := b.tracked(r.First().Name)
	if sym != nil {
		b.node(i).makes = append(b.node(i).makes, b.slot(sym))
	}
	return sym != nil
}

// call is a CALL statement. The runtime's procedures make the view or pointer of which they take
// the address.
func (b *builder) call(i int32, s *syntax.CallStmt) {
	name, args := s.Proc.First().Name, s.Args()
	own := isGenerated(name) && len(s.Proc.Parts) == 1
	if !own {
		b.goThrough(i, s.Proc)
		b.arguments(i, s.Proc)
		return
	}
	b.node(i).control = imageControl[name]
	b.node(i).mayGoOn = strings.HasPrefix(name, "coral_check_")
	if args == nil {
		return
	}
	b.transfer(i, name, args)
	b.named(i, args)
	defer b.strictly(i, name, args)
	for k, a := range args.Items {
		switch r, _ := a.Value.(*syntax.Ref); {
		case r == nil:
		case k == 1 && strings.HasPrefix(name, "coral_c_f_p") && b.made(i, r):
			continue
		case isAddress(r):
			if of := onlyArgument(r); of != nil && of.IsName() && b.made(i, of) {
				continue
			}
		case len(r.Parts) == 2 && r.Last().Name.Name == "gen" && b.made(i, r):
			continue
		}
		b.goThrough(i, a.Value)
	}
}

func onlyArgument(r *syntax.Ref) *syntax.Ref {
	if a := r.Parts[0].Args; a != nil && len(a.Items) == 1 {
		of, _ := a.Items[0].Value.(*syntax.Ref)
		return of
	}
	return nil
}

// isAddress tells of the functions that give an address.
func isAddress(r *syntax.Ref) bool {
	name := intrinsicName(r)
	return len(r.Parts) == 1 && (name == "loc" || name == "coral_address")
}

// intrinsicName is the name of an intrinsic function, which has another one in generated text of
// files that mean something else by it (lower/hidden.go).
func intrinsicName(r *syntax.Ref) string { return strings.TrimPrefix(r.First().Name, "coral_f_") }

// evaluate notes the views through which an expression goes, and what it reads by them.
func (b *builder) evaluate(i int32, e syntax.Expr) {
	if e != nil {
		b.goThrough(i, e)
		b.reads(i, e)
	}
}

// goThrough notes the views alone.
func (b *builder) goThrough(i int32, e syntax.Expr) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		if d, ok := n.(*syntax.ImpliedDo); ok && !b.maybe && b.mayHaveNone(d.Control) {
			b.perhaps(true, func() { b.goThrough(i, d) })
			return false
		}
		r, ok := n.(*syntax.Ref)
		if !ok {
			return true
		}
		if inquiries[intrinsicName(r)] && len(r.Parts) == 1 {
			if a := r.Parts[0].Args; a != nil && len(a.Items) > 0 {
				if of, ok := a.Items[0].Value.(*syntax.Ref); ok {
					b.node(i).asked = append(b.node(i).asked, of)
				}
			}
			return false
		}
		sym := b.tracked(r.First().Name)
		if sym == nil || len(r.Parts) == 1 && !sym.Has(resolve.Pointer) ||
			len(r.Parts) > 1 && r.Parts[1].Name.Name == "gen" {
			return true
		}
		b.node(i).uses = append(b.node(i).uses, use{b.slot(sym), r, b.maybe})
		return true
	})
	if b.node(i).effect == none && b.p.callsIn(e, b.scope) {
		b.node(i).effect = calls
	}
}

// inquiries are the intrinsic functions that ask declarations, or a pointer's status.
var inquiries = map[string]bool{"kind": true, "storage_size": true, "associated": true,
	"c_sizeof": true, "present": true}

// isTransfer tells of a statement that does nothing but fetch or send.
func isTransfer(s syntax.Stmt) bool {
	c, ok := s.(*syntax.CallStmt)
	return ok && hasPrefix(c.Proc.First().Name, "coral_get", "coral_keep", "coral_want",
		"coral_put", "coral_give")
}
