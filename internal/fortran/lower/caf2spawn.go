package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// SPAWN. The runtime packs the call argument by argument, and the target makes it as this back end
// would. That the arguments fit the procedure is what the back end says of the same call, which
// stands under a condition that is never true.

// spawn plans a SPAWN statement.
func (x *stmt) spawn(s *syntax.SpawnStmt) {
	name, sel, ik := x.scope.ShippedProcedure(s.Call), s.Call.Last().Selector, x.l.use("coral_ik")
	lines := []emit.Line{x.line("call %s()", x.l.use("coral_caf_spawn_begin"))}
	args := x.scope.Shipped(s, noProblem)
	if slices.ContainsFunc(args,
		func(a resolve.Shipped) bool { return a.Typed || a.Parts != nil }) {
		lines = append(lines, x.line("call %s(%s)", x.l.use("coral_caf_spawn_at"), x.where()))
	}
	by := x.resultBy(s)
	if by != "" {
		name = by
		lines = append(lines, x.resultSection(s.Result.(*syntax.Ref))...)
	}
	for _, a := range args {
		lines = append(lines, x.shipped(a)...)
	}
	if sym := x.scope.Lookup(s.Call.First().Name); sym != nil && sym.Kind == resolve.Procedure &&
		sym.Flags&(resolve.Dummy|resolve.Pointer) != 0 {
		lines = append(lines, x.line("call %s()", x.l.use("coral_caf_spawn_passed")))
	}
	target := fmt.Sprintf("int(%s, %s)", x.value(sel.Cosubs[0]), ik)
	none := "0_" + ik
	team, event, result, types := none, none, none, "[0, 0, 0, 0]"
	if t := sel.Spec("team"); t != nil {
		team = x.l.use("coral_caf_team_of") + "(" + x.value(t.Value) + ")"
	}
	if e := syntax.FindArg(s.Specs, "event"); e != nil {
		event = x.address(e.Value)
	}
	// The call itself, without the image selector.
	call := s.Call.Range
	call.End = sel.Range.Start
	text := x.t.Render(call)
	if s.Call.Last().Args == nil {
		text += "()"
	}
	if r, ok := s.Result.(*syntax.Ref); by != "" {
		lines = append(lines, x.line("if (.false.) %s = %s", x.t.Render(r.Range), text))
	} else if ok {
		result = x.address(r)
		variable := x.t.Render(r.Range)
		of, to := x.scope.ShippedResult(s), x.scope.TypeOf(r)
		types = fmt.Sprintf("[%d, kind(%s), %d, kind(%s)]", resolve.Numeric(of), text,
			resolve.Numeric(to), variable)
		lines = append(lines, x.line("if (.false.) %s = %s", variable, text))
	} else if !x.isFunction(s) {
		lines = append(lines, x.line("if (.false.) call %s", text))
	} else {
		if of := x.scope.ShippedResult(s); of != nil && resolve.Numeric(of) != 0 {
			types = fmt.Sprintf("[%d, kind(%s), 0, 0]", resolve.Numeric(of), text)
		}
		x.l.warnf("C0244", s.Call.Range, "the result of the function '%s' is dropped",
			s.Call.First().Name).Help("write `spawn v = %s(...)[...]`, where v is a coarray", s.Call.First().Name)
	}
	x.store(append(x.before(), lines...),
		fmt.Sprintf("call %s(%s, %s, %s, %s, %s, %s, %s)", x.l.use("coral_caf_spawn"), name, target,
			team, result, types, event, x.where()),
		x.after())
}

// isFunction tells whether the procedure of a SPAWN statement is known to be a function.
func (x *stmt) isFunction(s *syntax.SpawnStmt) bool {
	p := x.scope.Callee(s.Call).Proc
	return p != nil && p.Proc.Head.Kind == syntax.Function
}

// keepShipped declares as static, which they are, the variables of the main program that shipped
// internal procedures use: these are called without anything that leads to the variables of their
// host.
func (l *lowerer) keepShipped(scope *resolve.Scope, head syntax.Stmt, body *syntax.ScopeBody,
	end syntax.Stmt) {
	if scope.Kind != resolve.MainScope || !scope.CAF2 || scope.SaveAll {
		return
	}
	var names []string
	seen := map[*resolve.Symbol]bool{}
	note := func(in *resolve.Scope) func(syntax.Stmt) {
		return func(s syntax.Stmt) {
			sp, ok := s.(*syntax.SpawnStmt)
			if !ok {
				return
			}
			proc := in.Callee(sp.Call).Proc
			if proc == nil {
				return
			}
			for _, v := range resolve.HostUses(proc) {
				given := v.Flags&(resolve.Save|resolve.Initialised|resolve.InCommon|
					resolve.Equivalenced) != 0
				if !seen[v] && v.Kind == resolve.Variable && !given &&
					(!v.IsCoarray() || v.Has(resolve.Allocatable)) && !l.pointedTo(scope, v) {
					names = append(names, v.Name)
				}
				seen[v] = true
			}
		}
	}
	syntax.EachStmt(body.Exec, note(scope))
	for _, sub := range body.Procs {
		if in := l.prog.ScopeOf(sub); in != nil {
			syntax.EachStmt(sub.Exec, note(in))
		}
	}
	if len(names) > 0 {
		l.insertAtSpecEnd(head, body, end, []string{"save :: " + strings.Join(names, ", ")})
	}
}

// shippable are the lines in front of the main program's first statement that tell the runtime of
// its internal procedures that are shipped, by themselves or as procedures that are passed on. The
// back end may find other internal procedures, and variables, by the host that an internal
// procedure is called with: a shipped one is called with the target's.
func (l *lowerer) shippable(scope *resolve.Scope, body *syntax.ScopeBody) []string {
	if scope.Kind != resolve.MainScope || !scope.CAF2 {
		return nil
	}
	var out []string
	add := func(name string) {
		l.use("coral_caf_shippable")
		if text := "call coral_caf_shippable(" + name + ")"; !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	internal := func(p *resolve.Symbol) bool {
		return p != nil && p.Kind == resolve.Procedure && p.Scope == scope && p.Inner != nil &&
			p.Inner.Kind == resolve.ProcScope && p.Inner.Host == scope
	}
	look := func(in *resolve.Scope, items []syntax.Item) {
		called := map[*syntax.Ref]bool{}
		see := func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CallStmt:
				called[n.Proc] = true
			case *syntax.SpawnStmt:
				called[n.Call] = true
				p := in.Callee(n.Call).Proc
				if !internal(p) {
					break
				}
				if of, why := in.Delivers(n); n.Result != nil && of != nil && why == "" {
					add(resultName(of))
				} else {
					add(p.Name)
				}
			case *syntax.Ref:
				if p := in.Lookup(n.First().Name); !called[n] && len(n.Parts) == 1 &&
					n.Last().Args == nil && internal(p) {
					add(p.Name)
				}
			}
			return true
		}
		syntax.EachStmt(items, func(s syntax.Stmt) { syntax.Inspect(s, see) })
	}
	look(scope, body.Exec)
	for _, sub := range body.Procs {
		if in := l.prog.ScopeOf(sub); in != nil {
			look(in, sub.Exec)
		}
	}
	return out
}

// shipped hands one argument to the runtime.
func (x *stmt) shipped(a resolve.Shipped) []emit.Line {
	if a.Actual == nil {
		return []emit.Line{x.line("call %s(%d)", x.l.use("coral_caf_spawn_absent"),
			absentAs(a.Dummy))}
	}
	if a.Parts != nil {
		return x.shippedParts(a)
	}
	if a.Typed && x.l.opt.InlinePointers && x.partOfElements(a.Actual) {
		x.l.errorf("C0216", a.Actual.Span(),
			"a component of all elements of an array cannot be the "+
				"argument for a polymorphic dummy argument here: gfortran takes its elements for "+
				"neighbours in memory").
			Help("pass the array, or an array of its own that has the values")
		return nil
	}
	if !a.There {
		if a.Typed {
			return []emit.Line{x.line("call %s(%s, %d)", x.l.use("coral_caf_spawn_typed"),
				x.descriptorArgument(a.Actual), x.allTold())}
		}
		return []emit.Line{x.line("call %s(%s, %d)", x.l.use("coral_caf_spawn_value"),
			x.narrowed(a),
			a.Mode)}
	}
	r := a.Actual.(*syntax.Ref)
	info := x.scope.Reference(r)
	for i, p := range r.Parts {
		x.args(p.Args)
		x.args(p.Second())
		if p.Selector == nil {
			continue
		}
		section := "" // in place of the selector, which is the target's own (assumedrank.go)
		if sym := info.Parts[i]; i < len(r.Parts)-1 && p.Args == nil && sym != nil &&
			sym.Rank() > 0 {
			section = colons(sym.Rank())
		}
		x.t.Replace(p.Selector.Range, section)
	}
	object := x.asAssumedRank(r, info)
	var bounds []emit.Line
	if rank := x.scope.RankOf(a.Actual); rank > 0 && a.Dummy.Has(resolve.Allocatable) {
		bounds = append(bounds, x.line("call %s(lbound(%s, kind=%s), %d)",
			x.l.use("coral_caf_spawn_bounds"), object, x.l.use("coral_ik"), rank))
	}
	if a.Typed {
		return append([]emit.Line{x.line("call %s(%s)", x.l.use("coral_caf_spawn_typed_there"),
			object)}, bounds...)
	}
	object = x.standIn(object, x.scope.TypeOf(a.Actual), x.scope.RankOf(a.Actual))
	return append([]emit.Line{x.line("call %s(%s, %d, %s)", x.l.use("coral_caf_spawn_there"),
		object, a.Mode, x.where())}, bounds...)
}

// What stands beside an absent argument: a length, if it is of type character.
const (
	absentOther     = iota
	absentText      // its length is passed
	absentTextArray // of assumed shape: its length is in flang's descriptors
)

// absentAs tells which of these a dummy argument is.
func absentAs(d *resolve.Symbol) int {
	switch t := d.TypeOf(); {
	case t == nil || t.Base != syntax.TypeCharacter:
		return absentOther
	case d.ByDescriptor():
		return absentTextArray
	}
	return absentText
}

// partOfElements tells whether an expression is a component of the elements of an array.
func (x *stmt) partOfElements(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	if !ok || len(r.Parts) < 2 || x.scope.RankOf(e) <= 0 {
		return false
	}
	last := r.Last()
	return last.Args == nil && x.scope.Reference(r).Parts[len(r.Parts)-1].Rank() == 0
}

// narrowed renders an argument that travels; of a polymorphic object for a dummy argument that is
// not, what the declared type has.
func (x *stmt) narrowed(a resolve.Shipped) string {
	if a.Narrowed == nil {
		return x.caf2Operand(a.Actual, false, false)
	}
	ik, n := x.l.use("coral_ik"), x.nextObject()
	like, name := fmt.Sprintf("coral_n_%d", n), fmt.Sprintf("coral_o_%d", n)
	x.declare(fmt.Sprintf("type(%s), pointer :: %s", x.typeName(a.Narrowed), like))
	x.declare(fmt.Sprintf("type(%s) :: %s", x.l.use("coral_caf_object"), name))
	x.afterGets = append(x.afterGets, x.line("call %s(%s, %s, storage_size(%s, kind=%s)/8)",
		x.l.use("coral_caf_stand_for"), name, x.descriptorArgument(a.Actual), like, ik))
	return name
}

// shippedParts hands structures with allocatable components to the runtime.
func (x *stmt) shippedParts(a resolve.Shipped) []emit.Line {
	d := a.Parts
	if b := derived.BareWithin(d, derived.TravelsInParts); b != nil {
		x.refuseBare(b)
		return nil
	}
	// The target is told of the types of modules alone, whatever it has executed.
	if !x.l.needs.Ships[d] || d.Scope.Kind != resolve.ModuleScope {
		x.l.errorf("C0216", a.Actual.Span(),
			"a value of type '%s' cannot travel: it has allocatable components, and is not "+
				"defined in a module", d.Name).
			Help("define the type in a module")
		return nil
	}
	by := x.line("call %s(%s, %d)", x.l.use("coral_caf_spawn_by"), keyText(d), x.allTold())
	rank := x.scope.RankOf(a.Actual)
	if x.isInPlace(a.Actual) {
		return []emit.Line{by,
			x.line("call %s(%s, %d)", x.l.use("coral_caf_spawn_parts"), x.narrowed(a), a.Mode)}
	}
	// A value goes into a variable first: gfortran frees wrongly what holds that of such an
	// expression while it is passed as TYPE(*).
	variable := x.temp("v")
	x.declare(fmt.Sprintf("type(%s), allocatable :: %s%s", x.typeName(d), variable, colons(rank)))
	x.afterGets = append(x.afterGets, x.line("%s = %s", variable, x.value(a.Actual)))
	return []emit.Line{by,
		x.line("call %s(%s, %d)", x.l.use("coral_caf_spawn_parts"),
			x.standIn(variable, x.scope.TypeOf(a.Actual), rank), a.Mode)}
}
