package lower

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// assign plans an assignment statement.
func (x *stmt) assign(a *syntax.AssignStmt) {
	if x.formed(a) {
		return
	}
	inGroup := x.fl.group != nil
	if inGroup {
		x.inGroup()
	}
	x.keepsPlace(a)
	if inGroup {
		x.chosenInGroup(a)
	}
	if !syntax.HasCoindexed(a.LHS()) && !syntax.HasCoindexed(a.RHS()) {
		x.assignWith(a)
		if inGroup && x.fl.where {
			x.chosenFirst(definedBy(a), a.RHS())
		}
		x.finish()
		return
	}
	if hasThrough(a.LHS()) || hasThrough(a.RHS()) {
		x.assignThrough(a)
		return
	}
	same := x.sameCoarray(a)
	if inGroup {
		x.apartInGroup(a)
	}
	if !inGroup && x.deepAssignment(a) == nil && x.underOtherName(a, false) {
		x.assignWith(a)
		x.checkSides(a)
		x.storeByCopy(a)
		return
	}
	g := x.gathers(a)
	if g != nil {
		g.element(x)
	}
	x.locals = x.expressionLocals(a)
	if x.deep = x.deepAssignment(a); x.deep != nil {
		x.subscriptsOnce(a)
	}
	x.assignWith(a)
	x.declareLocals()
	if g != nil {
		x.finishGather(g, a)
		return
	}
	x.checkSides(a)
	if inGroup {
		x.readFirst(a)
		x.padInForall(a)
		x.finish()
		return
	}
	if x.deep != nil {
		info := x.scope.Reference(x.deep)
		x.finishDeep(a, info.Types[len(info.Types)-1].DerivedOf())
		return
	}
	if x.movedValue(a) || x.copiedValue(a) {
		return
	}
	if to, from, ok := x.partCopy(a); ok {
		x.storeAll(x.before(), "", x.moveRun(to, from), x.after())
		return
	}
	if alias.Overlaps(x.scope, a) || x.choosesByOwn(a) ||
		(alias.Targets(x.scope, a) || alias.Shares(x.scope, a, x.localAs)) &&
			!x.simpleCopy(a) ||
		len(same) > 0 && alias.TargetsByOtherNames(x.scope, a) {
		x.storeByCopy(a)
		return
	}
	text := x.t.All()
	if len(same) > 0 {
		x.finishEither(a, same, text)
		return
	}
	if x.simpleCopy(a) {
		x.finishCopy(a, text)
		return
	}
	x.finish()
}

// assignThrough plans an assignment with what copointers refer to.
func (x *stmt) assignThrough(a *syntax.AssignStmt) {
	x.assignWith(a)
	if x.fl.group != nil || !alias.Copointers(x.scope, a) {
		x.finish()
		return
	}
	x.storeByCopy(a)
}

func (x *stmt) assignWith(a *syntax.AssignStmt) {
	x.viewOnly = x.manyImages(a)
	x.expr(a.RHS())
	x.asArgument(a.RHS(), func() bool {
		d, _ := x.scope.Assigned(a.LHS(), a.RHS())
		return d != nil
	})
	if r, ok := a.LHS().(*syntax.Ref); ok {
		u := x.usageOfLeft(r, a.RHS())
		x.ref(r, u)
		if u == both && len(x.loops) == 0 && x.fl.group == nil {
			x.definedLeft(r)
		}
		x.keepMemory(r, a.RHS())
		return
	}
	x.expr(a.LHS())
}

// definedLeft has a defined assignment define what gfortran passes: an array of another image that
// it finds elsewhere, or a section by vector subscripts, for which it does not call the procedure
// that is bound to the type.
func (x *stmt) definedLeft(r *syntax.Ref) {
	switch vector := section.HasVector(x.scope, r); {
	case !x.typeActs(r):
		x.inVariableAndBack(r, true)
	case vector && x.l.opt.InlinePointers && len(x.h.puts) > 0 &&
		!derived.NeedsCopy(x.scope.TypeOf(r).DerivedOf()):
		x.inMemoryAndBack(r)
	}
}

// keepMemory writes an allocatable coarray that gets the value of a function as a section of all
// its elements. Its shape is that of the value (F2018 10.2.1.2), but gfortran gives a whole
// allocatable array the memory of the function's result in any case, which no other image can
// reach.
func (x *stmt) keepMemory(r *syntax.Ref, rhs syntax.Expr) {
	info := x.scope.Reference(r)
	last := info.Parts[len(info.Parts)-1]
	if r.Remote() || last == nil || !last.IsCoarray() || !last.Has(resolve.Allocatable) ||
		last.Rank() <= 0 || r.Last().Args != nil || !x.valueOfFunction(rhs) {
		return
	}
	if d, _ := x.scope.Assigned(r, rhs); d != nil {
		return
	}
	x.t.Replace(r.Range, x.t.Render(r.Range)+colons(last.Rank()))
}

// valueOfFunction tells whether an expression is, or may be, an array that a function gives: by a
// reference, or by an operation that the program defines.
func (x *stmt) valueOfFunction(e syntax.Expr) bool {
	if x.scope.RankOf(e) == 0 {
		return false
	}
	of := func(operands ...syntax.Expr) bool {
		return slices.ContainsFunc(operands, func(e syntax.Expr) bool {
			t := x.scope.TypeOf(e)
			return t == nil || t.DerivedOf() != nil
		})
	}
	switch e := withoutParens(e).(type) {
	case *syntax.Ref:
		return x.scope.Reference(e).Call
	case *syntax.Unary:
		return e.Op == syntax.OpUser || of(e.X)
	case *syntax.Binary:
		return e.Op == syntax.OpUser || of(e.X, e.Y)
	}
	return false
}

// usageOfLeft: a procedure that defines an assignment may read its left side, and define it in
// part.
func (x *stmt) usageOfLeft(r *syntax.Ref, rhs syntax.Expr) usage {
	if !r.Remote() {
		return defines
	}
	if d, known := x.scope.Assigned(r, rhs); d == nil || known && x.definedWhole(r, d) {
		return defines
	}
	return both
}

// sameCoarray gives the coarrays that an array assignment names both locally and coindexed. The
// native compiler does not see that the view may be the same memory, and would not take the
// temporary that overlapping sections need.
func (x *stmt) sameCoarray(a *syntax.AssignStmt) map[*resolve.Symbol]bool {
	l, ok := a.LHS().(*syntax.Ref)
	if !ok || x.scope.Reference(l).Rank == 0 && len(x.loops) == 0 {
		return nil
	}
	remote, local := map[*resolve.Symbol]bool{}, map[*resolve.Symbol]bool{}
	note := func(e syntax.Expr) {
		syntax.Inspect(e, func(n syntax.Node) bool {
			r, ok := n.(*syntax.Ref)
			if !ok {
				return !evaluatedBefore(n)
			}
			if sym := x.scope.Reference(r).Parts[0]; sym.IsCoarray() {
				if r.Coindexed() != nil {
					// What components refer to is no part of the coarray's view.
					remote[sym] = remote[sym] || x.scope.Reference(r).Indirect == 0
				} else {
					local[sym] = true
				}
			}
			return true
		})
	}
	note(a.LHS())
	note(a.RHS())
	var both map[*resolve.Symbol]bool
	for sym, viewed := range remote {
		if viewed && local[sym] {
			if both == nil {
				both = map[*resolve.Symbol]bool{}
			}
			both[sym] = true
		}
	}
	return both
}

// finishEither writes the statement twice: if one of the images is this one, all references go
// through the view, so that the compiler sees one object; else as usual. A reference with TEAM= has
// another view: the runtime copies what may overlap.
func (x *stmt) finishEither(a *syntax.AssignStmt, same map[*resolve.Symbol]bool, text string) {
	var conds []string
	seen := map[string]bool{}
	for _, e := range []syntax.Expr{a.LHS(), a.RHS()} {
		syntax.Inspect(e, func(n syntax.Node) bool {
			r, ok := n.(*syntax.Ref)
			if !ok {
				return !evaluatedBefore(n)
			}
			// its view need not be in use: image selectors may name another team
			if r.Coindexed() == nil {
				if sym := x.scope.Reference(r).Parts[0]; same[sym] {
					if local := mid.ViewedAs(x.scope, r); local != "" {
						x.refresh(x.ownView(sym, local), local)
					}
				}
				return true
			}
			p := r.Coindexed()
			info := x.scope.Reference(r)
			sym, local := x.l.teams.withCobounds(info.Parts[0], info.Base), p.Name.Name
			if p != r.Parts[0] || !same[info.Parts[0]] || len(p.Selector.Cosubs) != sym.Corank() {
				return true
			}
			if info.Base.Kind == resolve.Associate {
				local = mid.WholeName(x.scope, info.Base)
			}
			c := x.isOwn(x.ownView(sym, local), local, p.Selector)
			if !seen[c] {
				seen[c] = true
				conds = append(conds, c)
			}
			return true
		})
	}
	through := x.l.newStmt(a, x.fl)
	through.evaluated, through.perItem = x.evaluated, x.perItem
	through.madeNames, through.chains = x.onceMore(), x.chains
	through.localAs, through.conditionals = same, x.conditionals
	through.h = &hooks{seen: x.h.seen, decls: slices.Clone(x.h.decls)}
	through.fl = &flow{scope: x.scope, mode: direct, fresh: map[*resolve.Symbol]bool{}}
	for sym := range same {
		through.fl.fresh[sym] = true
		if s := x.l.teams.own[x.scope.Unit()][sym]; s != nil {
			through.fl.fresh[s] = true
		}
	}
	quiet := x.l.quiet
	x.l.quiet = true
	through.assignWith(a)
	x.l.quiet = quiet
	x.h.decls = through.h.decls
	before := append(x.before(), x.line("if (%s) then", strings.Join(conds, " .or. ")))
	before = append(before, x.onlyIn(through)...)
	statements := []string{through.t.All()}
	if alias.ThroughTwoViews(x.scope, a) && x.simpleCopy(a) {
		statements = through.copyOverlapping(a)
	}
	for _, text := range statements {
		before = append(before, emit.Line{Text: "  " + text, At: x.at()})
	}
	before = append(before, x.line("else"))
	after := append([]emit.Line{x.line("end if")}, x.after()...)
	x.store(before, text, after)
}

// onlyIn are the lines that evaluate subscripts for another text of the statement, and not for this
// one.
func (x *stmt) onlyIn(other *stmt) []emit.Line {
	var out []emit.Line
	for _, l := range other.pre {
		if !slices.Contains(x.pre, l) {
			out = append(out, emit.Line{Text: "  " + l.Text, At: l.At})
		}
	}
	for _, k := range other.h.gets {
		if k.raw != "" && !slices.ContainsFunc(x.h.gets, func(h hook) bool {
			return h.raw == k.raw
		}) {
			out = append(out, emit.Line{Text: "  " + k.raw, At: k.at})
		}
	}
	return out
}
