package lower

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// longCopy is the number of elements from which a section copy is worth a call.
const longCopy = "32"

// assign plans an assignment statement.
func (x *stmt) assign(a *syntax.AssignStmt) {
	if !hasCoindexed(a.LHS) && !hasCoindexed(a.RHS) {
		x.assignWith(a)
		x.finish()
		return
	}
	same := x.sameCoarray(a)
	inGroup := x.fl.group != nil
	if len(same) > 0 && inGroup {
		x.localAs = same
	}
	x.assignWith(a)
	if inGroup {
		x.finish()
		return
	}
	if x.overlaps(a) {
		rhs := x.t.render(a.RHS.Span())
		x.store(append(x.before(), x.line("associate (coral_e => (%s))", rhs)), x.t.render(a.LHS.Span())+" = coral_e",
			append([]line{x.line("end associate")}, x.after()...))
		return
	}
	text := x.t.all()
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

func (x *stmt) assignWith(a *syntax.AssignStmt) {
	x.expr(a.RHS)
	if r, ok := a.LHS.(*syntax.Ref); ok {
		x.ref(r, defines)
		return
	}
	x.expr(a.LHS)
}

// sameCoarray gives the coarrays that an array assignment names both locally and coindexed. The native compiler does not see
// that the view may be the same memory, and would not take the temporary that overlapping sections need.
func (x *stmt) sameCoarray(a *syntax.AssignStmt) map[*resolve.Symbol]bool {
	l, ok := a.LHS.(*syntax.Ref)
	if !ok || x.scope.Analyse(l).Rank == 0 && len(x.loops) == 0 {
		return nil
	}
	remote, local := map[*resolve.Symbol]bool{}, map[*resolve.Symbol]bool{}
	note := func(e syntax.Expr) {
		syntax.Inspect(e, func(n syntax.Node) bool {
			r, ok := n.(*syntax.Ref)
			if !ok {
				return true
			}
			if sym := x.scope.Analyse(r).Parts[0]; sym.IsCoarray() {
				if r.Coindexed() != nil {
					remote[sym] = true
				} else {
					local[sym] = true
				}
			}
			return true
		})
	}
	note(a.LHS)
	note(a.RHS)
	var both map[*resolve.Symbol]bool
	for sym := range remote {
		if local[sym] {
			if both == nil {
				both = map[*resolve.Symbol]bool{}
			}
			both[sym] = true
		}
	}
	return both
}

// finishEither writes the statement twice: if one of the images is this one, all references go through the view, so that the
// compiler sees one object; else as usual.
func (x *stmt) finishEither(a *syntax.AssignStmt, same map[*resolve.Symbol]bool, text string) {
	var conds []string
	seen := map[string]bool{}
	for _, e := range []syntax.Expr{a.LHS, a.RHS} {
		syntax.Inspect(e, func(n syntax.Node) bool {
			r, ok := n.(*syntax.Ref)
			if !ok || r.Coindexed() == nil {
				return true
			}
			p := r.Coindexed()
			sym := x.scope.Analyse(r).Parts[0]
			if p != r.Parts[0] || !same[sym] || len(p.Selector.Cosubs) != sym.Corank() {
				return true
			}
			c := x.imageIndex(sym, p.Name.Name, p.Selector) + " == " + x.l.use("coral_me")
			if !seen[c] {
				seen[c] = true
				conds = append(conds, c)
			}
			return true
		})
	}
	through := x.l.newStmt(a, x.fl)
	through.localAs, through.h = same, &hooks{seen: x.h.seen}
	through.fl = &flow{scope: x.scope, mode: direct, fresh: map[*resolve.Symbol]bool{}}
	for sym := range same {
		through.fl.fresh[sym] = true
	}
	quiet := x.l.quiet
	x.l.quiet = true
	through.assignWith(a)
	x.l.quiet = quiet
	before := append(x.before(), x.line("if (%s) then", strings.Join(conds, " .or. ")),
		line{"  " + through.t.all(), x.at()}, x.line("else"))
	after := append([]line{x.line("end if")}, x.after()...)
	x.store(before, text, after)
}

// simpleCopy tells whether an assignment copies a section between a view and a local array of the same intrinsic type, element by
// element, without conversion.
func (x *stmt) simpleCopy(a *syntax.AssignStmt) bool {
	l, ok1 := a.LHS.(*syntax.Ref)
	r, ok2 := a.RHS.(*syntax.Ref)
	if !ok1 || !ok2 || len(x.loops) > 0 {
		return false
	}
	li, ri := x.scope.Analyse(l), x.scope.Analyse(r)
	if li.Rank <= 0 || li.Rank != ri.Rank || li.Call || ri.Call || len(l.Parts) != 1 || len(r.Parts) != 1 {
		return false
	}
	if l.Parts[0].Second != nil || r.Parts[0].Second != nil || !x.plainSection(l) || !x.plainSection(r) {
		return false
	}
	if l.Coindexed() == nil && l.Parts[0].Args == nil && li.Parts[0].Has(resolve.Allocatable) {
		return false // the assignment may have to allocate
	}
	if li.Parts[0].Kind != resolve.Variable || ri.Parts[0].Kind != resolve.Variable {
		return false
	}
	return sameIntrinsicType(li.Types[0], ri.Types[0])
}

// plainSection tells whether all subscripts are scalars or triplets.
func (x *stmt) plainSection(r *syntax.Ref) bool {
	args := r.Parts[0].Args
	if args == nil {
		return true
	}
	for _, a := range args.Items {
		if _, ok := a.Value.(*syntax.Triplet); !ok && x.scope.RankOf(a.Value) != 0 {
			return false
		}
	}
	return true
}

func sameIntrinsicType(a, b *resolve.Type) bool {
	if a == nil || b == nil || a.Base != b.Base {
		return false
	}
	switch a.Base {
	case syntax.TypeInteger, syntax.TypeReal, syntax.TypeComplex, syntax.TypeLogical, syntax.TypeDoublePrecision:
		return kindText(a) == kindText(b)
	}
	return false
}

// kindText identifies a kind: its text, and for a named constant where it is declared.
func kindText(t *resolve.Type) string {
	if t.Spec == nil || t.Spec.Kind == nil {
		return ""
	}
	if v, ok := t.Scope.Int(t.Spec.Kind); ok {
		return strconv.FormatInt(v, 10)
	}
	text := strings.ToLower(t.Spec.Kind.Span().Text())
	if r, ok := t.Spec.Kind.(*syntax.Ref); ok && r.IsName() {
		if sym := t.Scope.Lookup(r.First().Name); sym != nil && sym.Original != "" {
			return sym.Original
		} else if sym != nil {
			return fmt.Sprintf("%s of %p", sym.Name, sym)
		}
	}
	return text
}

// finishCopy writes a long section copy as a call, which also is the whole library path of the statement.
func (x *stmt) finishCopy(a *syntax.AssignStmt, text string) {
	dst, src := x.t.render(a.LHS.Span()), x.t.render(a.RHS.Span())
	counted := dst
	if a.LHS.(*syntax.Ref).Coindexed() != nil && a.RHS.(*syntax.Ref).Coindexed() == nil {
		counted = src
	}
	cond := "size(" + counted + ") > " + longCopy
	gets, puts := x.h.gets, x.h.puts
	switch x.fl.mode {
	case guarded:
		cond = x.l.use("coral_lib") + " .or. " + cond
	case library:
		cond = ""
	}
	x.h.gets, x.h.puts = nestedGets(gets, src), nil
	before := x.before()
	x.h.gets, x.h.puts = gets, puts
	call := "call " + x.l.use("coral_copy") + "(" + dst + ", " + src + ")"
	if cond == "" {
		x.store(before, call, x.post)
		return
	}
	before = append(before, x.line("if (%s) then", cond), line{"  " + call, x.at()}, x.line("else"))
	x.store(before, text, append([]line{x.line("end if")}, x.post...))
}

// nestedGets leaves out the fetch of the copied section itself.
func nestedGets(gets []hook, section string) []hook {
	var out []hook
	for _, g := range gets {
		if g.what != section {
			out = append(out, g)
		}
	}
	return out
}
