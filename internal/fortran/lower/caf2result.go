package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Results of shipped functions. How a function returns a character, an array or a structure is the
// back end's own affair, and the shape of an array follows from the arguments: such a function is
// called by a procedure with the same dummy arguments that is generated beside it, and hands the
// value to the runtime.

func resultName(p *resolve.Symbol) string { return mangle.Name("coral_result_", p.Name) }

// resultProcedure generates the procedure beside a function.
func (l *lowerer) resultProcedure(scope *resolve.Scope, sub *syntax.Subprogram, at syntax.Stmt) {
	f := scope.Symbols[sub.Head.Name.Name]
	if f == nil || !l.needs.Results[f] {
		return
	}
	name, in := resultName(f), f.Inner
	x := &stmt{l: l, s: sub.Head, scope: scope, t: l.newText(sub.Head), h: &hooks{},
		fl: &flow{scope: scope}}
	var dummies []string
	var declared [3][]string
	for _, a := range sub.Head.Args {
		d := in.Symbols[a.Name.Name]
		dummies = append(dummies, d.Name)
		declared[declaredAt(d)] = append(declared[declaredAt(d)], l.dummyDecl(d))
	}
	decls := slices.Concat(declared[:]...)
	list := strings.Join(dummies, ", ")
	var result *resolve.Symbol
	for _, r := range in.Order {
		if r.Has(resolve.Result) {
			result = r
		}
	}
	value := l.userName(f.Name) + "(" + list + ")"
	if t := result.TypeOf(); result.Rank() == 0 && (t == nil || t.Base != syntax.TypeCharacter) {
		value = x.nameOf(value)
	}
	value = x.standIn(value, result.TypeOf(), result.Rank())
	lines := append([]string{fmt.Sprintf("recursive subroutine %s(%s)", name, list)}, decls...)
	lines = append(lines, x.h.decls...)
	for _, p := range slices.Concat(x.pre, x.afterGets) {
		lines = append(lines, p.Text)
	}
	lines = append(lines, fmt.Sprintf("call %s(%s)", l.use("coral_caf_spawn_result"), value))
	for _, p := range x.post {
		lines = append(lines, p.Text)
	}
	l.contain(scope, append(lines, "end subroutine "+name))
	if scope.Kind == resolve.ModuleScope && scope.Private {
		p := l.planOf(at)
		p.Before = append(p.Before, linesAt(at, []string{"public :: " + name})...)
	}
}

// declaredAt orders the declarations of dummy arguments: what others have in their bounds and
// lengths comes in front of them (F2018 10.1.11).
func declaredAt(d *resolve.Symbol) int {
	given := false
	if d.Dims != nil {
		for _, dim := range d.Dims.Dims {
			given = given || dim.Lower != nil || dim.Upper != nil
		}
	}
	if t := d.TypeOf(); t.Base == syntax.TypeCharacter && t.Spec != nil {
		_, star := t.Length().(*syntax.Star)
		given = given || t.Length() != nil && !star
	}
	switch {
	case given:
		return 2
	case d.Dims != nil:
		return 1
	}
	return 0
}

// dummyDecl declares a dummy argument once more, with what matters to a caller.
func (l *lowerer) dummyDecl(d *resolve.Symbol) string {
	t := d.TypeOf()
	text := ""
	switch {
	case t.Base == syntax.TypeCharacter && t.Spec != nil:
		length := "1"
		switch e := t.Length().(type) {
		case nil:
		case *syntax.Star:
			length = "*"
		default:
			length = l.textOf(d, e)
		}
		text = "character(len=" + length + kindOf(t) + ")"
	case t.Base == syntax.TypeClassAny:
		text = "class(*)"
	case t.Base == syntax.TypeClass:
		text = "class(" + t.Spec.Name.Range.Text() + ")"
	default:
		text, _ = l.typeText(d)
	}
	if d.Intent != "" {
		text += ", intent(" + d.Intent + ")"
	}
	for _, a := range []struct {
		flag resolve.Flags
		word string
	}{{resolve.Value, "value"}, {resolve.Optional, "optional"}, {resolve.Allocatable,
		"allocatable"}, {resolve.Target, "target"}} {
		if d.Has(a.flag) {
			text += ", " + a.word
		}
	}
	text += " :: " + l.userName(d.Name)
	if d.Dims == nil {
		return text
	}
	var dims []string
	for _, dim := range d.Dims.Dims {
		lower, upper := "", ""
		if dim.Lower != nil {
			lower = l.textOf(d, dim.Lower) + ":"
		}
		switch {
		case dim.Upper != nil:
			upper = l.textOf(d, dim.Upper)
		case dim.Kind == syntax.DimStar:
			upper = "*"
		case lower == "":
			upper = ":"
		}
		dims = append(dims, lower+upper)
	}
	return text + "(" + strings.Join(dims, ", ") + ")"
}

// resultBy is the procedure that calls the function of a SPAWN statement and hands over its result,
// known in the unit; "": the runtime calls the function.
func (x *stmt) resultBy(s *syntax.SpawnStmt) string {
	if s.Result == nil {
		return ""
	}
	p, reason := x.scope.Delivers(s)
	if p == nil || reason != "" {
		return ""
	}
	name := resultName(p)
	if p.Scope.Bare || !x.importType(p, name) {
		x.l.errorf("C0216", s.Call.Range,
			"the result of %s cannot travel: the function's module was compiled as one without "+
				"coarrays", p.Name).
			Help("compile its file by `coral fc -fcoarray=lib`")
	}
	return name
}

// resultSection hands the variable for a result to the runtime.
func (x *stmt) resultSection(r *syntax.Ref) []emit.Line {
	info := x.scope.Reference(r)
	if section.HasVector(x.scope, r) || info.Indirect > 0 || wholeComplex(r, info) != nil {
		x.l.errorf("C0216", r.Range,
			"a section with a vector subscript, an allocatable component or a part of a "+
				"complex number for the result of a shipped function is not supported yet").
			Help("have the result stored in an array of its own")
		return nil
	}
	x.ref(r, addressed)
	if x.boundType(r, info) {
		return []emit.Line{x.line("call %s(%s)", x.l.use("coral_caf_spawn_dest"),
			x.standIn(x.asAssumedRank(r, info), info.Types[len(info.Types)-1], info.Rank))}
	}
	what, first, _ := x.hookText(r, info)
	if first != "" {
		return []emit.Line{x.line("%s",
			x.callAt("coral_caf_spawn_dest", hook{what: what, first: first, at: x.at()}))}
	}
	return []emit.Line{x.line("call %s(%s)", x.l.use("coral_caf_spawn_dest"), what)}
}

// noProblem is for questions whose answers have been checked.
func noProblem(diag.Range, string, ...any) {}
