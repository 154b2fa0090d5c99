package lower

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/needs"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Coindexed objects in the bounds and lengths of what a BLOCK construct declares are evaluated in
// front of it:
//
//	block
//	  integer :: coral_bound_1
//	  coral_bound_1 = coral_n%p(2)
//	  block
//	    real :: work(coral_bound_1)

// boundsInFront plans their evaluation; true: there are some, and the BLOCK around must be closed.
func (l *lowerer) boundsInFront(scope *resolve.Scope, c *syntax.BlockConstruct, fl *flow) bool {
	var declared, values []emit.Line
	needs.EachBoundBefore(scope, c, func(d *syntax.TypeDeclStmt, r *syntax.Ref) {
		if l.bounds == nil {
			l.bounds = map[*syntax.Ref]string{}
		}
		name, known := l.bounds[r]
		if !known {
			name = fmt.Sprintf("coral_bound_%d", len(l.bounds)+1)
			l.bounds[r] = name
		}
		x := l.newStmt(d, fl)
		x.inFront = true
		x.h, x.loops = &hooks{}, nil
		value := x.value(r)
		declared = append(declared, x.line("%s", x.boundDecl(r, name)))
		values = append(values, x.before()...)
		values = append(values, x.line("%s = %s", name, value))
		values = append(values, x.after()...)
	})
	if len(declared) == 0 {
		return false
	}
	p := l.planOf(c.Head)
	p.Before = append(p.Before, emit.Line{Text: "block", At: c.Head.Range})
	p.Before = append(append(p.Before, declared...), values...)
	return true
}

// boundDecl declares the variable for a coindexed object.
func (x *stmt) boundDecl(r *syntax.Ref, name string) string {
	info := x.scope.Reference(r)
	t := x.scope.TypeOf(r)
	if info.Rank > 0 || t != nil && t.Base == syntax.TypeCharacter {
		return x.temporaryType(r, info) + ", allocatable :: " + name + colons(info.Rank)
	}
	return x.temporaryType(r, info) + " :: " + name
}

// boundInFront is the variable in the place of a coindexed object of a declaration that has been
// evaluated in front of its BLOCK construct, or "".
func (x *stmt) boundInFront(r *syntax.Ref) string {
	if x.inFront {
		return ""
	}
	return x.l.bounds[r]
}
