package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Associate names that are coarrays by themselves: `associate (u => self%u)`, `associate (edge =>
// a(n,:))`. Each has a view of its own, of the memory that the name stands for, in a BLOCK
// construct inside of the ASSOCIATE construct or of the block of SELECT TYPE; and its cobounds, as
// they are there at entry.

// ownAssociated are the associate names of a scope that need views.
func (l *lowerer) ownAssociated(scope *resolve.Scope) []*resolve.Symbol {
	var out []*resolve.Symbol
	for _, sym := range scope.Order {
		if sym.Scope == scope && sym.Kind == resolve.Associate && sym.Coarray != nil &&
			l.coarrays.Indexed[sym.Coarray] {
			out = append(out, sym.Coarray)
		}
	}
	return out
}

// associated gives the lines by which the views of associate names begin, of which x is the
// statement in front; none: there are no such views.
func (x *stmt) associated(scope *resolve.Scope) []string {
	list := x.l.ownAssociated(scope)
	if len(list) == 0 {
		return nil
	}
	decls, values := []string{"block"}, []string(nil)
	for _, sym := range list {
		sel := sym.Selector.(*syntax.Ref)
		from, local := x.coarrayArg(sel)
		if from == nil || !x.l.hasView(from) || !x.l.hasView(sym) || from.TypeOf() == nil {
			x.l.errorf("C0214", sel.Range,
				"the associate name '%s' cannot be coindexed: the coarray that it is part of "+
					"cannot, either", sym.Name)
			continue
		}
		// a coarray component as a whole: the view has the cobounds
		if sym.Has(resolve.Allocatable) {
			info := x.scope.Reference(sel)
			owner := x.l.needs.Owner[info.Parts[len(sel.Parts)-1]]
			decls = append(decls, x.partViewVariables(componentOf(sym, sel), owner, sym.Name,
				"")...)
			if all := x.l.coarrays.Views[scope]; len(all) > 0 {
				for _, v := range all {
					if v.Sym == sym {
						decls = append(decls,
							x.partViewVariables(x.l.teams.ofAll(componentOf(sym, sel)), owner,
								sym.Name, "")...)
					}
				}
			}
			continue
		}
		decls = append(decls, x.l.viewDecl(scope, sym, false)...)
		if needed, constant := mid.NeedsBounds(sym); !needed || constant {
			continue
		}
		if from.Has(resolve.Allocatable) {
			x.refresh(from, local)
		}
		var items []string
		for i := range from.Corank() {
			items = append(items, x.lower(from, local, i))
			if i < from.Corank()-1 {
				items = append(items, x.upper(from, local, i))
			}
		}
		values = append(values, fmt.Sprintf("%s = [integer(%s) :: %s]", mangle.Bounds(sym.Name),
			x.l.use("coral_ik"), strings.Join(items, ", ")))
	}
	x.l.use("coral_gen")
	return append(append(decls, x.l.selectedDecls(scope)...), values...)
}

// componentOf is the coarray component that an associate name stands for, as the name of a view's
// type has it.
func componentOf(sym *resolve.Symbol, sel *syntax.Ref) *resolve.Symbol {
	s := *sym
	s.Name = "%" + sel.Last().Name.Name
	return &s
}

// ownType is the type of an associate name's view. The words of the declaration may mean nothing
// where the name stands.
func ownType(sym *resolve.Symbol) string {
	words := map[syntax.BaseType]string{syntax.TypeInteger: "integer", syntax.TypeReal: "real",
		syntax.TypeComplex: "complex", syntax.TypeLogical: "logical",
		syntax.TypeDoublePrecision: "real"}
	if sym.Selector == nil || words[sym.TypeOf().Base] == "" {
		return ""
	}
	return words[sym.TypeOf().Base] + "(kind(" + sym.Name + "))"
}

// underOtherName tells whether an array assignment defines memory that its right side may refer to
// by another name, one of both names being an associate name, and one of both references coindexed:
// compilers do not see that these may be the same. Viewed: what goes through views on both sides is
// seen as what may be the same.
func (x *stmt) underOtherName(a *syntax.AssignStmt, viewed bool) bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok {
		return false
	}
	to := x.scope.Reference(l)
	base := to.Base
	if base == nil || to.Rank == 0 && len(x.loops) == 0 {
		return false
	}
	return mid.RefersTo(x.scope, a.RHS(), func(r *syntax.Ref, info *resolve.Reference) bool {
		switch local := l.Coindexed() == nil; {
		case info.Base == nil || local && r.Coindexed() == nil || base.Kind != resolve.Associate &&
			info.Base.Kind != resolve.Associate:
			return false
		case info.Base == base && local == (r.Coindexed() == nil):
			return false
		case viewed && !x.l.opt.ComponentsApart &&
			to.Parts[0].IsCoarray() && info.Parts[0].IsCoarray() &&
			mid.ViewedAs(x.scope, l) != "" && mid.ViewedAs(x.scope, r) != "" &&
			alias.Compared(x.scope.TypeOf(l), x.scope.TypeOf(r)):
			return false
		case viewed && alias.KeepsBounds(x.scope, base) && alias.KeepsBounds(x.scope, info.Base) &&
			alias.Subscripts(l) == alias.Subscripts(r): // each is read before it is defined
			return false
		}
		return mid.Root(base) == mid.Root(info.Base)
	})
}

// apartInGroup refuses such an assignment in FORALL, where no temporary can stand in between.
func (x *stmt) apartInGroup(a *syntax.AssignStmt) {
	if x.fl.where || x.fl.together.apart {
		return
	}
	what := ""
	switch {
	case x.underOtherName(a, true):
		what = "the associate name on one side and what is on the other"
	case x.l.opt.ComponentsApart && alias.TargetDummies(x.scope, a):
		what = "the dummy arguments with TARGET on both sides"
	case x.l.opt.ComponentsApart && alias.ThroughTwoViews(x.scope, a):
		what = "the coarray with TEAM= or TEAM_NUMBER= and the one without"
	default:
		return
	}
	x.l.errorf("C0225", a.Range, "%s may be the same memory: the assignment may then take values "+
		"that it has just defined", what).
		Help("in FORALL name the coarray in the same way on both sides, or assign the right " +
			"side to a variable before")
}
