package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// once evaluates subscripts and cosubscripts of a coindexed object that call a function with
// possible side effects into variables of the statement: the object's text stands in the statement,
// in the condition of an alias, and in the transfers of the library path. In implied DO loops they
// are evaluated for each item in front, into an array that the loops' variables index. In FORALL
// functions are pure.
func (x *stmt) once(r *syntax.Ref) {
	if !r.Remote() || len(x.loops) > x.implied {
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
	if x.perItem[at.Start] != nil || len(x.loops) > 0 {
		x.evaluatePerItem(e)
		return
	}
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

// perItem is an array of values, with the loops over whose indices it is.
type perItem struct {
	name  string
	loops []indexLoop
}

// evaluatePerItem evaluates a scalar expression for each item of implied DO loops. In loops that
// fetch the items the indices have other names.
func (x *stmt) evaluatePerItem(e syntax.Expr) {
	at := e.Span()
	values := x.perItem[at.Start]
	if values == nil {
		if values = x.valuePerItem(e); values == nil {
			return
		}
		if x.perItem == nil {
			x.perItem = map[int32]*perItem{}
		}
		x.perItem[at.Start] = values
	}
	var index []string
	for _, lp := range values.loops {
		index = append(index, lp.name)
	}
	x.t.replaceIndexed(at, values.name, index)
}

func (x *stmt) valuePerItem(e syntax.Expr) *perItem {
	if syntax.HasCoindexed(e) || x.scope.RankOf(e) > 0 || x.fl.group != nil {
		x.l.errorf("C0227", e.Span(),
			"a function that may have effects cannot be evaluated once for each item of this implied DO").
			Help("declare the function PURE if it is, or write the loop as a DO construct")
		return nil
	}
	loops, names := append([]indexLoop{}, x.loops...), map[string]string{}
	for _, lp := range loops {
		names[lp.name] = lp.generated
	}
	x.renderLoops(loops, names)
	name := x.pointerNumber("coral_f")
	typ := "integer(" + x.l.use("coral_ik") + "), allocatable :: "
	x.allocateByIndex(typ+name+colons(len(loops)), name, loops)
	var index []string
	for _, lp := range loops {
		index = append(index, lp.generated)
		x.raw(lp.head())
	}
	x.expr(e)
	x.t.names = names
	text := x.t.render(e.Span())
	x.t.names = nil
	x.raw(name + "(" + strings.Join(index, ",") + ") = " + text)
	for range loops {
		x.raw("end do")
	}
	return &perItem{name, loops}
}
