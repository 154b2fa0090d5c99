package lower

import (
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Addresses. In a team whose members' ranks have no constant distance, views show its members'
// slots at second addresses. The back end decides by addresses what depends on what, so a loop may
// run there without transfers only if it reaches each coarray by one of its two addresses: not by
// its name and by its view. What a local pointer reaches has the address that the name has, where
// the name is used too.

// addresses says how a loop reaches coarrays, by their names in the source.
type addresses struct {
	named  map[string]bool // without an image selector
	viewed map[string]bool // through a view
	other  bool            // in ways that are not followed here
}

// addressesIn finds what a loop names; what it views is noted while it is planned.
func addressesIn(c *syntax.DoConstruct, scope *resolve.Scope) *addresses {
	a := &addresses{named: map[string]bool{}, viewed: map[string]bool{}}
	note := func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if !ok {
			return true
		}
		part := r.Coindexed()
		if part == nil {
			a.named[r.First().Name] = true
			return true
		}
		base := scope.Reference(r).Base
		if part != r.Parts[0] || len(part.Selector.Specs) > 0 || base == nil ||
			base.Kind == resolve.Associate || base.Has(resolve.Target) {
			a.other = true // another view, or a pointer may reach it
		}
		return true
	}
	syntax.EachStmt([]syntax.Item{c}, func(s syntax.Stmt) {
		syntax.StmtExprs(s, func(e syntax.Expr) { syntax.Inspect(e, note) })
		if ctl, ok := s.(*syntax.DoStmt); ok && ctl.Control != nil {
			a.named[ctl.Control.Var.Name] = true
		}
	})
	return a
}

// unique tells whether the loop reaches no coarray by two addresses.
func (a *addresses) unique() bool {
	for name := range a.viewed {
		if a.named[name] {
			return false
		}
	}
	return !a.other
}

// addresses are those of the loop around, if this is its direct version.
func (x *stmt) addresses() *addresses {
	if x.fl.mode != direct || x.fl.hoist == nil {
		return nil
	}
	return x.fl.hoist.addresses
}

// viewed notes that a coarray is reached through its view.
func (x *stmt) viewed(local string) {
	if a := x.addresses(); a != nil {
		a.viewed[local] = true
	}
}

// oneAddress is an address in a view, as the coarray's name has it if the loop uses that too.
func (x *stmt) oneAddress(local, address string) string {
	if a := x.addresses(); a == nil || !a.named[local] {
		return address
	}
	return x.l.use("coral_place") + "(" + address + ")"
}
