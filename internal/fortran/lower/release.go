package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// A coarray is deallocated after all images of the team have come to it (F2018 9.7.3.2). The
// run-time system waits for them when the memory of the coarray itself is freed. What allocatable
// components hold has been freed by then, and final procedures have run: where there are any, the
// images meet in front, by a call of its own. Private components are named by a procedure that is
// generated beside their type.

// releasesMore tells whether more than the memory of an object goes when it is deallocated.
func releasesMore(t *resolve.Type) bool {
	if t == nil || t.DerivedOf() == nil {
		return t != nil && t.Base == syntax.TypeClassAny
	}
	return t.Base == syntax.TypeClass || derived.HoldsAllocatable(t.DerivedOf()) ||
		mid.HasFinal(t.DerivedOf(), mid.AnyFinal)
}

// meetings are the statements by which images meet before a variable or component is deallocated,
// because it is a coarray with more to release, or has coarray components that are. Those of arrays
// of objects are left out.
func (l *lowerer) meetings(scope *resolve.Scope, designator string, sym *resolve.Symbol,
	where string, depth int) []string {
	t := sym.TypeOf()
	if sym.Has(resolve.Pointer) || t == nil || depth > 8 {
		return nil
	}
	if sym.IsCoarray() {
		if !sym.Has(resolve.Allocatable) || !releasesMore(t) {
			return nil
		}
		return []string{"if (allocated(" + designator + ")) call " + l.use("coral_dealloc_meet") +
			"(" + where + ")"}
	}
	if sym.Rank() > 0 {
		return nil
	}
	var out []string
	for d := t.DerivedOf(); d != nil; d = d.ParentType() {
		if d.Scope != nil && d.Def != nil && d.Scope.Outermost() != scope.Outermost() &&
			l.meetsInModule(d, depth) {
			l.unit.uses.Statement(
				fmt.Sprintf("use %s, only: %s", d.Scope.Name, meetName(d)))
			out = append(out, fmt.Sprintf("call %s(%s, %s)", meetName(d), designator,
				strings.Replace(where, ",", "_4,", 1)))
			continue
		}
		out = append(out, l.meetingsOfParts(scope, designator, d, where, depth)...)
	}
	if len(out) > 0 && sym.Has(resolve.Allocatable) {
		out = append(append([]string{"if (allocated(" + designator + ")) then"}, out...), "end if")
	}
	return out
}

// meetingsOfParts are those for the components that a type itself declares.
func (l *lowerer) meetingsOfParts(scope *resolve.Scope, designator string, d *resolve.Symbol,
	where string, depth int) (out []string) {
	for _, c := range d.Components {
		if c.Kind == resolve.Variable && c.TypeOf().DerivedOf() != d &&
			derived.VisibleIn(scope, d, c) {
			out = append(out, l.meetings(scope, designator+"%"+c.Name, c, where, depth+1)...)
		}
	}
	return out
}

// meetsInModule tells whether a type of a module has private components for which images meet:
// elsewhere a procedure is called that is generated beside the type.
func (l *lowerer) meetsInModule(d *resolve.Symbol, depth int) bool {
	if d.Scope == nil || d.Scope.Kind != resolve.ModuleScope || d.Def == nil ||
		len(d.Def.Head.Params) > 0 || depth > 8 {
		return false
	}
	for _, c := range d.Components {
		if c.Kind == resolve.Variable && derived.PrivatePart(d, c) && c.TypeOf().DerivedOf() != d &&
			l.meets(c, depth+1) {
			return true
		}
	}
	return false
}

// meets tells whether images meet before a component is deallocated.
func (l *lowerer) meets(sym *resolve.Symbol, depth int) bool {
	t := sym.TypeOf()
	if sym.Has(resolve.Pointer) || t == nil || depth > 8 {
		return false
	}
	if sym.IsCoarray() {
		return sym.Has(resolve.Allocatable) && releasesMore(t)
	}
	if sym.Rank() > 0 {
		return false
	}
	for d := t.DerivedOf(); d != nil; d = d.ParentType() {
		for _, c := range d.Components {
			if c.Kind == resolve.Variable && c.TypeOf().DerivedOf() != d && l.meets(c, depth+1) {
				return true
			}
		}
	}
	return false
}

func meetName(d *resolve.Symbol) string { return mangle.Name("coral_meet_", d.Name) }

// meetProcedure generates the procedure by which images meet before objects of a type go whose
// components other scopes do not know.
func (l *lowerer) meetProcedure(scope *resolve.Scope, d *resolve.Symbol) {
	of := "type"
	if derived.Extensible(d) {
		of = "class"
	}
	l.contain(scope, slices.Concat([]string{
		fmt.Sprintf("subroutine %s(coral_x, coral_line, coral_file)", meetName(d)),
		fmt.Sprintf("%s(%s), intent(inout) :: coral_x", of, d.Name),
		"integer(4), intent(in) :: coral_line",
		"character(len=*), intent(in) :: coral_file",
	}, l.meetingsOfParts(scope, "coral_x", d, "coral_line, coral_file", 0),
		[]string{"end subroutine " + meetName(d)}))
}

// meetingsOf are those for an object of a DEALLOCATE statement that is no coarray.
func (x *stmt) meetingsOf(o syntax.Expr) []string {
	r, ok := o.(*syntax.Ref)
	if !ok || r.Coindexed() != nil {
		return nil
	}
	parts := x.scope.Reference(r).Parts
	if sym := parts[len(parts)-1]; sym != nil && !sym.IsCoarray() {
		return x.l.meetings(x.scope, x.t.Render(r.Range), sym, x.where(), 0)
	}
	return nil
}

// meetAtEnd plans the meetings at the end of a procedure or BLOCK construct, and at the statements
// in its body that leave it.
func (l *lowerer) meetAtEnd(scope *resolve.Scope, name *syntax.Ident, body []syntax.Item,
	end syntax.Stmt) {
	if scope.Kind != resolve.ProcScope && scope.Kind != resolve.BlockScope || scope.SaveAll {
		return
	}
	at := func(s syntax.Stmt) (out []string) {
		for _, sym := range scope.Order {
			if sym.Scope == scope && sym.Kind == resolve.Variable &&
				sym.Flags&(resolve.Dummy|resolve.Save|resolve.Result) == 0 {
				out = append(out, l.meetings(scope, sym.Name, sym, placeOf(s), 0)...)
			}
		}
		return out
	}
	if end == nil || len(at(end)) == 0 {
		return
	}
	p := l.planOf(end)
	p.Before = append(p.Before, linesAt(end, at(end))...)
	for _, s := range resolve.Leaving(body, name, scope.Kind == resolve.BlockScope) {
		if l.unit.leaving == nil {
			l.unit.leaving = map[syntax.Stmt][]string{}
		}
		l.unit.leaving[s] = append(at(s), l.unit.leaving[s]...)
	}
}

// placeOf gives the arguments `line, file` for a statement.
func placeOf(s syntax.Stmt) string {
	body := s.Info().Body()
	file, line := body.Src.FileLine(int(body.Start))
	return strconv.Itoa(line) + ", " + edit.Quote(file)
}
