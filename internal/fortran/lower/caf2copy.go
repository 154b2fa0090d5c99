package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// COPY_ASYNC. A copy may be complete when it has been initiated: a short one for which nothing must
// come before is the assignment that it reads as, followed by its notification. Others are handed
// to the runtime, with their operands as sections by descriptor; since the descriptors are
// arguments with the TARGET attribute, the back ends take it that any later call may refer to the
// operands or change them.

// copyAsync plans COPY_ASYNC.
func (x *stmt) copyAsync(s *syntax.CallStmt, args map[string]syntax.Expr) {
	nobody := x.nobody(args["dest"], args["src"])
	if nobody == "" {
		x.store(x.copyLines(s, args))
		return
	}
	before, text, after := x.underCondition(s).copyLines(s, args)
	empty := indented(x.underCondition(s).emptyCopy(s, args))
	around := append(append(x.before(), x.line("if (%s) then", nobody)), empty...)
	around = append(around, x.line("else"))
	x.store(append(around, before...), text, append(append(after, x.line("end if")), x.after()...))
}

// underCondition plans lines that stand under a condition in the statement's place: what they
// evaluate and refresh does not hold behind it.
func (x *stmt) underCondition(s syntax.Stmt) *stmt {
	inner := *x.fl
	inner.fresh, inner.evaluated = copySet(x.fl.fresh), x.evaluated
	return x.l.newStmt(s, &inner)
}

// copyLines are the lines of a copy whose operands are there.
func (x *stmt) copyLines(s *syntax.CallStmt, args map[string]syntax.Expr) (before []emit.Line,
	text string, after []emit.Line) {
	if args["ev_before"] != nil {
		lines := x.handedCopy(args)
		before, last := append(x.before(), lines[:len(lines)-1]...), lines[len(lines)-1]
		return before, last.Text, x.after()
	}
	condition := x.handedWhen(args["dest"], args["src"])
	if condition == "" {
		return x.assignedCopy(s, args)
	}
	handed := x.handedCopy(args)
	fresh := copySet(x.fl.fresh)
	before, text, after = x.l.newStmt(s, x.fl).assignedCopy(s, args)
	x.fl.fresh = fresh // what the assignment has refreshed stands under a condition
	around := append(x.before(), x.line("if (%s) then", condition))
	around = append(append(around, indented(handed)...), x.line("else"))
	return append(around, before...), text, append(append(after, x.line("end if")), x.after()...)
}

// assignedCopy is the copy as an assignment where the statement stands.
func (x *stmt) assignedCopy(s *syntax.CallStmt, args map[string]syntax.Expr) (before []emit.Line,
	text string, after []emit.Line) {
	var notify []emit.Line
	if e := args["ev_after"]; e != nil { // its subscripts have the values from before the copy
		address := x.address(e)
		x.h.decls = append(x.h.decls, "integer("+x.l.use("coral_ik")+") :: coral_caf_after")
		notify = []emit.Line{x.line("call %s(coral_caf_after, %s)", x.l.use("coral_caf_copied"),
			x.where())}
		x.h.gets = append(x.h.gets, hook{raw: "coral_caf_after = " + address, at: x.at()})
	}
	before = x.before()
	a := copyAssignment(s, args["dest"], args["src"])
	x.l.statement(a, x.fl)
	p := x.l.plans[a]
	delete(x.l.plans, a)
	if p == nil {
		p = &emit.Plan{}
	}
	text = p.Text
	if !p.Replaced {
		text = x.l.newText(a).All()
	}
	return append(before, p.Before...), text, append(append(p.After, notify...), x.after()...)
}

// copyAssignment is `dest = src`, written with the tokens of the statement; the comma between them
// is the sign.
func copyAssignment(s *syntax.CallStmt, dest, src syntax.Expr) *syntax.AssignStmt {
	a := syntax.NewAssign(dest, src)
	a.Range, a.Line = s.Range, s.Line
	a.SetParent(s.Parent())
	var tokens []syntax.Token
	signed := false
	for _, t := range s.Tokens() {
		switch {
		case dest.Span().Contains(t.Range) || src.Span().Contains(t.Range):
			tokens = append(tokens, t)
		case t.Kind == syntax.Comma && t.Range.Start >= dest.Span().End && !signed:
			signed = true
			tokens = append(tokens, syntax.Token{Kind: syntax.Assign, Range: t.Range, Text: " =",
				Pieces: []diag.Range{t.Range}})
		}
	}
	a.SetTokens(tokens)
	return a
}

// handedWhen is the condition under which a copy for which nothing must come before is handed to
// the runtime; empty: never. What comes from another machine goes on behind the statement, so that
// several such copies are on their way together.
func (x *stmt) handedWhen(dest, src syntax.Expr) string {
	size := x.copySize(dest, src)
	if size != "" {
		size += " > " + x.l.use("coral_caf_limit") + x.differentSizes(dest, src)
	}
	d, ok := dest.(*syntax.Ref)
	s, isRef := src.(*syntax.Ref)
	if !ok || !isRef || d.Remote() || !s.Remote() || !x.canBeHanded(d, s) ||
		x.scope.Reference(d).Rank != x.scope.Reference(s).Rank {
		return size
	}
	if size == "" {
		return x.current("coral_lib")
	}
	return x.current("coral_lib") + " .or. " + size
}

// canBeHanded tells whether the runtime may be given both operands.
func (x *stmt) canBeHanded(d, s *syntax.Ref) bool {
	if x.scope.Reference(d).Rank < 0 || x.callsUser(d) || x.callsUser(s) || !x.handable(d) ||
		!x.handable(s) {
		return false
	}
	return x.scope.Reference(d).Indirect <= 0 && x.scope.Reference(s).Indirect <= 0
}

// copySize is how many bytes a copy has that the runtime could make beside the program; empty where
// the assignment is always as good, or must be: scalars, expressions, what a type's own rules
// assign.
func (x *stmt) copySize(dest, src syntax.Expr) string {
	d, ok := dest.(*syntax.Ref)
	s, isRef := src.(*syntax.Ref)
	if !ok || !isRef || x.scope.Reference(d).Rank <= 0 || !x.canBeHanded(d, s) {
		return ""
	}
	x.ref(d, addressed)
	section, ik := x.t.Render(d.Range), x.l.use("coral_ik")
	return fmt.Sprintf("size(%s, kind=%s)*(storage_size(%s, kind=%s)/8)", section, ik, section, ik)
}

// differentSizes adds that the operands have not as many elements, which the runtime tells: the
// assignment would read or leave out what is behind one of them.
func (x *stmt) differentSizes(dest, src syntax.Expr) string {
	d, s := dest.(*syntax.Ref), src.(*syntax.Ref)
	if x.scope.Reference(d).Rank != x.scope.Reference(s).Rank {
		return ""
	}
	x.ref(s, addressed)
	ik := x.l.use("coral_ik")
	return fmt.Sprintf(" .or. size(%s, kind=%s) /= size(%s, kind=%s)", x.t.Render(d.Range), ik,
		x.t.Render(s.Range), ik)
}

// handable tells whether a variable can be handed to the runtime by descriptors.
func (x *stmt) handable(r *syntax.Ref) bool {
	info := x.scope.Reference(r)
	if info.Call || info.Rank < 0 {
		return false
	}
	t := info.Types[len(info.Types)-1]
	if t == nil && info.Parts[len(info.Parts)-1] != nil {
		t = info.Parts[len(info.Parts)-1].TypeOf()
	}
	if t == nil || x.boundType(r, info) && section.HasVector(x.scope, r) ||
		wholeComplex(r, info) != nil ||
		x.ofPolymorphicDummy(r) || x.displacesName(r) {
		return false
	}
	if d := t.DerivedOf(); d != nil && x.l.prog.MayDefineAssignment(d) {
		return false
	}
	if d := t.DerivedOf(); t.IsPolymorphic() ||
		d != nil && !derived.OnlyPointers(d) {
		return false
	}
	if !section.HasVector(x.scope, r) || len(r.Parts) == 1 {
		return true
	}
	// gfortran 12 crashes over the descriptor of a section of a component that is a coarray.
	of := r.Coindexed()
	return r.Remote() && (of == nil || of == r.Parts[0])
}

// handedCopy are the lines by which the runtime is given a copy.
func (x *stmt) handedCopy(args map[string]syntax.Expr) []emit.Line {
	none := "0_" + x.l.use("coral_ik")
	events := []string{none, none}
	for i, name := range []string{"ev_before", "ev_after"} {
		if e := args[name]; e != nil {
			events[i] = x.address(e)
		}
	}
	lines := []emit.Line{x.line("call %s()", x.l.use("coral_caf_copy_begin"))}
	for _, name := range []string{"dest", "src"} {
		operand := x.sections(args[name], "coral_caf_"+name)
		if operand == nil {
			return lines // one message is enough
		}
		lines = append(lines, operand...)
	}
	return append(lines, x.line("call %s(%s, %s, %s)", x.l.use("coral_caf_copy"), events[0],
		events[1], x.where()))
}

// sections hands an operand to the runtime by calls of an entry, one for each section of which it
// consists.
func (x *stmt) sections(e syntax.Expr, entry string) []emit.Line {
	r, ok := e.(*syntax.Ref)
	if !ok || !x.isVariable(r) {
		return []emit.Line{x.line("call %s(%s)", x.l.use("coral_caf_value"), x.passed(e))}
	}
	if !x.handable(r) {
		what := "an object with allocatable components, an assignment of its own, or type-bound " +
			"procedures and vector subscripts"
		switch of := r.Coindexed(); {
		case wholeComplex(r, x.scope.Reference(r)) != nil:
			what = "the real or imaginary part of a complex variable"
		case x.scope.TypeOf(r).IsPolymorphic():
			what = "a polymorphic object"
		case x.ofPolymorphicDummy(r):
			what = "components of the elements of a polymorphic dummy argument, with gfortran,"
		case x.displacesName(r):
			what = "components of all elements of an associate name, with gfortran,"
		case of != nil && of != r.Parts[0] && section.HasVector(x.scope, r):
			what = "a component that is a coarray, with vector subscripts,"
		}
		x.l.errorf("C0216", r.Range, "copy_async with ev_before of %s is not supported yet", what).
			Help("wait for the event before the statement")
		return nil
	}
	x.ref(r, addressed)
	info := x.scope.Reference(r)
	if x.misplaced(r) {
		x.nameCalls(r)
	}
	if x.boundType(r, info) {
		object := x.standIn(x.asAssumedRank(r, info), info.Types[len(info.Types)-1], info.Rank)
		return []emit.Line{x.line("call %s(%s)", x.l.use(entry), object)}
	}
	x.inOrder = true
	what, first, loops := x.hookText(r, info)
	x.inOrder = false
	k := hook{what: what, first: first, loops: loops, at: x.at()}
	call := "call " + x.l.use(entry) + "(" + what + ")"
	if first != "" {
		call = x.callAt(entry, k)
	}
	if len(loops) == 0 {
		return []emit.Line{x.line("%s", call)}
	}
	saved := x.fl
	fl := *x.fl
	fl.mode, x.fl = library, &fl
	defer func() { x.fl = saved }()
	return x.fetchLoop(k, call, "")
}

// isVariable tells whether a reference is one to a variable: not to a function or a named constant,
// and no structure constructor.
func (x *stmt) isVariable(r *syntax.Ref) bool {
	info := x.scope.Reference(r)
	sym := info.Parts[0]
	return !info.Call &&
		(sym == nil || sym.Kind != resolve.Parameter && sym.Kind != resolve.DerivedType &&
			sym.Kind != resolve.Generic)
}

// boundsOf is the name whose bounds are those of the coarray or array of a section.
func (x *stmt) boundsOf(r *syntax.Ref, info *resolve.Reference) string {
	if r.Coindexed() == nil {
		return strings.TrimSpace(r.First().Range.Text())
	}
	return x.coarrayPointer(r, r.Parts[0], info)
}

// coarrayPointer is the pointer that reaches all images of the coarray of a coindexed reference. A
// name of ASSOCIATE, SELECT TYPE or SELECT RANK has no view of its own, and a pure procedure has
// its own view of a coarray from outside.
func (x *stmt) coarrayPointer(r *syntax.Ref, part *syntax.PartRef, info *resolve.Reference) string {
	sym, local, ok := x.coarrayOf(r, part, info)
	if !ok {
		sym, local = info.Parts[0], part.Name.Name
	}
	return x.selectedPointer(sym, local, part.Selector)
}
