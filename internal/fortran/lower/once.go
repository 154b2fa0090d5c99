package lower

import (
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// once evaluates subscripts and cosubscripts of a coindexed object that call a function with possible side effects into variables of
// the statement: the object's text stands in the statement, in the condition of an alias, and in the transfers of the library path. In implied loops
// the functions may depend on the index: they stay (in FORALL they are pure).
func (x *stmt) once(r *syntax.Ref) {
	if !r.Remote() || len(x.loops) > 0 {
		return
	}
	for _, p := range r.Parts {
		for _, l := range []*syntax.ArgList{p.Args, p.Second} {
			if l == nil {
				continue
			}
			for _, a := range l.Items {
				x.evaluateOnce(a.Value)
			}
		}
		if p.Selector != nil {
			for _, c := range p.Selector.Cosubs {
				x.evaluateOnce(c)
			}
		}
	}
}

func (x *stmt) evaluateOnce(e syntax.Expr) {
	if t, ok := e.(*syntax.Triplet); ok {
		for _, part := range []syntax.Expr{t.Lower, t.Upper, t.Step} {
			if part != nil {
				x.evaluateOnce(part)
			}
		}
		return
	}
	if !x.mayHaveEffects(e) {
		return
	}
	at := e.Span()
	name := x.evaluated[at.Start]
	if name == "" {
		name = x.pointerNumber("coral_f")
		dims := ""
		if x.scope.RankOf(e) > 0 {
			dims = ", allocatable, dimension(:)"
		}
		x.declare("integer(" + x.l.use("coral_ik") + ")" + dims + " :: " + name)
		text := name + " = " + x.value(e)
		switch {
		case syntax.HasCoindexed(e): // after its own transfers
			x.raw(text)
		case x.fl.group != nil:
			x.h.refresh = append(x.h.refresh, x.line("%s", text))
		default:
			x.pre = append(x.pre, x.line("%s", text))
		}
		if x.evaluated == nil {
			x.evaluated = map[int32]string{}
		}
		x.evaluated[at.Start] = name
	}
	x.t.replace(at, name)
}

// mayHaveEffects tells whether an expression calls a function that is not known to be pure.
func (x *stmt) mayHaveEffects(e syntax.Expr) bool {
	return x.calls(e, func(f *syntax.Ref) bool { return f.Coindexed() == nil && !x.l.safeCall(f, x.scope) })
}
