package resolve

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// The index of DO CONCURRENT, FORALL and an implied loop of an array constructor is a variable of
// its own, of which the variable with its name outside tells the type and nothing more (F2018
// 19.4): it is no coarray.

// concurrentIndices refuses coindexed indices in the statements of a construct, and in its header.
func (c *checker) concurrentIndices(h *syntax.ConcurrentHeader, in syntax.Node) {
	if h == nil {
		return
	}
	names := map[string]bool{}
	for _, k := range h.Controls {
		names[k.Var.Name] = true
	}
	c.coindexedIndices(in, names)
}

// constructorIndices does that in the implied loops of an array constructor. Those in other
// constructors in it have their own turn.
func (c *checker) constructorIndices(a *syntax.ArrayCons) {
	for _, v := range a.Values {
		loop, ok := v.(*syntax.ImpliedDo)
		for ok && loop.Control != nil {
			names := map[string]bool{loop.Control.Var.Name: true}
			var inner *syntax.ImpliedDo
			for _, item := range loop.Items {
				c.coindexedIndices(item, names)
				if l, is := item.(*syntax.ImpliedDo); is {
					inner = l
				}
			}
			loop, ok = inner, inner != nil
		}
	}
}

func (c *checker) coindexedIndices(in syntax.Node, names map[string]bool) {
	syntax.Inspect(in, func(n syntax.Node) bool {
		if s := c.p.scopes[n]; n != in && s != nil {
			for name := range names {
				if s.Symbols[name] != nil {
					return false // another entity of that name
				}
			}
		}
		if r, ok := n.(*syntax.Ref); ok && names[r.First().Name] && r.Parts[0].Selector != nil {
			c.errorf("C0102", r.Parts[0].Selector.Range,
				"'%s' has an image selector, but is the index of a loop here, which is no "+
					"coarray (F2018 19.4)", r.First().Name).
				Help("give the index another name")
		}
		return true
	})
}

// withoutParentheses warns of THIS_IMAGE and NUM_IMAGES as variables by the implicit rules: most
// often the function is meant.
func (c *checker) withoutParentheses(r *syntax.Ref) {
	name := r.First().Name
	if !r.IsName() || name != "this_image" && name != "num_images" || c.variables[name] {
		return
	}
	if sym := c.scope.Lookup(name); sym != nil && (sym.Kind != Unknown || sym.Flags != 0) {
		return
	}
	c.p.Diags.Warnf("C0195", r.Range,
		"'%s' without parentheses is a variable, not the intrinsic function",
		name).Help("write %s()", name)
}

// subroutineAsFunction refuses a reference to an intrinsic subroutine about images as a function,
// `total = co_sum(x)`: other parallel models have functions of that meaning.
func (c *checker) subroutineAsFunction(r *syntax.Ref) {
	name := r.First().Name
	_, collective := collectiveNames[name]
	if !collective && name != "event_query" && !strings.HasPrefix(name, "atomic_") ||
		imageProcedures[strings.ReplaceAll(name, "_", "")] != name || r == c.called ||
		len(r.Parts) != 1 || r.Parts[0].Args == nil || r.Parts[0].Selector != nil ||
		c.scope.Lookup(name) != nil ||
		c.scope.UnknownModule(name) != nil || c.p.Externals[name] != nil {
		return
	}
	c.errorf("C0246", r.Range, "%s is a subroutine, not a function", strings.ToUpper(name)).
		Help("%s", helpWithSubroutine(name))
}

// helpWithSubroutine says where an intrinsic subroutine about images leaves its result.
func helpWithSubroutine(name string) string {
	result := "OLD" // of atomic_fetch_add and the like, atomic_cas
	switch name {
	case "event_query":
		result = "COUNT"
	case "atomic_ref":
		result = "VALUE"
	case "atomic_add", "atomic_and", "atomic_or", "atomic_xor":
		return fmt.Sprintf("write call %s(...); it gives no result, but %s does", name,
			strings.Replace(name, "_", "_fetch_", 1))
	case "atomic_define":
		return "write call atomic_define(...); it gives no result"
	}
	if _, collective := collectiveNames[name]; collective {
		return fmt.Sprintf("assign the value to a variable, and call %s with that variable: the "+
			"variable gets the result", name)
	}
	return fmt.Sprintf("write call %s(...); its argument %s gets the result", name, result)
}

// withoutUnderscore tells of a procedure that nothing declares, and whose name is that of an
// intrinsic procedure about images but for underscores: THISIMAGE. An external procedure may have
// it, but for a function under IMPLICIT NONE.
func (c *checker) withoutUnderscore(r *syntax.Ref) {
	name := r.First().Name
	meant := imageProcedures[name]
	if meant == "" || len(r.Parts) != 1 || c.scope.Lookup(name) != nil ||
		c.scope.UnknownModule(name) != nil || c.p.Externals[name] != nil {
		return
	}
	say := c.p.Diags.Warnf
	if c.scope.Explicit() && r != c.called { // a function has no type
		say = c.p.Diags.Errorf
	}
	say("C0199", r.First().Range, "nothing declares '%s'; did you mean %s?", name, meant)
}

// imageProcedures are the intrinsic procedures about images by their names without underscores.
var imageProcedures = func() map[string]string {
	found := map[string]string{}
	for _, name := range []string{"this_image", "num_images", "image_index", "image_status",
		"failed_images", "stopped_images", "get_team", "team_number", "coshape", "co_broadcast",
		"co_max", "co_min", "co_reduce", "co_sum", "event_query", "atomic_add", "atomic_and",
		"atomic_cas", "atomic_define", "atomic_fetch_add", "atomic_fetch_and", "atomic_fetch_or",
		"atomic_fetch_xor", "atomic_or", "atomic_ref", "atomic_xor"} {
		if plain := strings.ReplaceAll(name, "_", ""); plain != name {
			found[plain] = name
		}
	}
	return found
}()

// noteVariable remembers that a statement defines a variable with such a name.
func (c *checker) noteVariable(e syntax.Expr) {
	if r, ok := e.(*syntax.Ref); ok && r.IsName() {
		if c.variables == nil {
			c.variables = map[string]bool{}
		}
		c.variables[r.First().Name] = true
	}
}
