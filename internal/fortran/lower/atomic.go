package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// atomic plans an atomic subroutine (F2018 16.9.21 ff). The atom travels as an address. Only its
// type is that of the other arguments, not its kind: values are converted to it, and a result comes
// by a variable of it.
func (x *stmt) atomic(c *syntax.CallStmt, name string) bool {
	if !strings.HasPrefix(name, "atomic_") {
		return false
	}
	names := resolve.ParallelArguments(name)
	args := c.Args().ByName(names)
	atom := args["atom"]
	if atom == nil {
		return false
	}
	address := x.address(atom)
	typ, kind, associated := x.atomType(atom), x.atomKind(atom), false
	if kind == "" {
		kind, associated = x.atomLike(atom)
		kind = "kind(" + kind + ")"
	}
	var list []string
	for _, n := range names {
		e := args[n]
		switch {
		case e == nil:
		case n == "atom":
			list = append(list, address)
		case n == "stat":
			x.expr(e)
			list = append(list, "stat="+x.status(e))
		case n == "old" || n == "value" && name == "atomic_ref":
			if r, ok := e.(*syntax.Ref); ok {
				x.ref(r, defines)
			}
			list = append(list, x.atomResult(typ, kind, x.t.Render(e.Span())))
		default:
			x.expr(e)
			list = append(list, atomValue(typ, kind, x.t.Render(e.Span())))
		}
	}
	if associated {
		x.post = append(x.post, x.line("end associate"))
	}
	x.finishAs("call "+x.l.use("coral_"+name)+"("+strings.Join(list, ", ")+")", true)
	return true
}

// atomLike names something of the atom's type, to declare another by. gfortran wants to know all
// that stands in a declaration when it reads that, but finds out later what type an associate name
// has whose selector is an expression: an atom whose subscripts have such names gets one itself.
func (x *stmt) atomLike(atom syntax.Expr) (like string, associated bool) {
	text := x.t.Render(atom.Span())
	syntax.Inspect(atom, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok && n != atom {
			sym := x.scope.Lookup(r.First().Name)
			associated = associated || sym != nil && sym.Kind == resolve.Associate
		}
		return true
	})
	if !associated {
		return text, false
	}
	const name = "coral_atom"
	x.afterGets = append(x.afterGets, x.line("associate (%s => %s)", name, text))
	return name, true
}

// atomKind is the kind of an atom where its declaration tells it, else "".
func (x *stmt) atomKind(atom syntax.Expr) string {
	t := x.scope.TypeOf(atom)
	if t == nil || t.Spec == nil || t.Spec.Kind == nil {
		return ""
	}
	kind, _ := x.kindHere(t)
	return kind
}

// atomType is "integer" or "logical", "" if the declarations do not tell.
func (x *stmt) atomType(atom syntax.Expr) string {
	r, ok := atom.(*syntax.Ref)
	if !ok {
		return ""
	}
	types := x.scope.Reference(r).Types
	if t := types[len(types)-1]; t != nil {
		switch t.Base {
		case syntax.TypeInteger:
			return "integer"
		case syntax.TypeLogical:
			return "logical"
		}
	}
	return ""
}

func atomValue(typ, kind, value string) string {
	switch typ {
	case "integer":
		return "int(" + value + ", " + kind + ")"
	case "logical":
		return "logical(" + value + ", " + kind + ")"
	}
	return value
}

// atomResult names the variable that the run time defines; the user's is assigned from it.
func (x *stmt) atomResult(typ, kind, variable string) string {
	if typ == "" {
		return variable
	}
	const result = "coral_result"
	x.afterGets = append(x.afterGets, x.line("block"), x.line("%s(%s) :: %s", typ, kind, result))
	x.post = append(x.post, x.line("%s = %s", variable, result), x.line("end block"))
	return result
}
