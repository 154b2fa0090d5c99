// Package implicit finds the names in a program unit about which no statement says all that
// gfortran has to be told: variables that the implicit rules declare, and intrinsic procedures.
//
// A variable that the implicit rules declare is one of the program unit, also where its name first
// appears in a BLOCK or ASSOCIATE construct (F2018 8.7, 19.3.1). gfortran makes it one of the
// construct: the statements behind it, internal procedures, and the next construct have another.
// Generated text puts statements into such constructs, so the declarations are written.
package implicit

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Names are the names of a program unit that nothing declares.
type Names struct {
	// Spec and Exec are the names in the specification and in the execution part, in the order of
	// the text; Defined are those among them that a statement gives a value.
	Spec, Exec []string
	Defined    map[string]bool
	// Called are names of procedures.
	Called map[string]bool
	// Wraps: a construct of the user's has names of its own.
	Wraps bool
}

// NamesIn collects the names that a unit mentions and nothing declares; nil where each has a
// declaration. It is asked before the unit is planned: trees of statements are given back then.
func NamesIn(prog *resolve.Program, scope *resolve.Scope, body *syntax.ScopeBody) *Names {
	if scope != scope.Unit() || scope.Explicit() {
		return nil
	}
	n := &Names{Defined: map[string]bool{}, Called: map[string]bool{}}
	for _, it := range body.Spec {
		if s, ok := it.(syntax.Stmt); ok {
			n.statement(s, scope, &n.Spec)
		}
	}
	n.items(prog, body.Exec, scope)
	return n
}

func (n *Names) items(prog *resolve.Program, items []syntax.Item, scope *resolve.Scope) {
	for _, it := range items {
		if s, ok := it.(syntax.Stmt); ok {
			n.statement(s, scope, &n.Exec)
			continue
		}
		if b, ok := it.(*syntax.BlockConstruct); ok {
			if inner := prog.ScopeOf(b); inner != nil {
				for _, s := range b.Spec {
					if s, ok := s.(syntax.Stmt); ok {
						n.statement(s, inner, &n.Exec)
					}
				}
			}
		}
		syntax.EachPart(it, func(node syntax.Node, head syntax.Stmt, body []syntax.Item) {
			inner := scope
			if own := prog.ScopeOf(node); own != nil {
				inner, n.Wraps = own, true
			}
			n.statement(head, scope, &n.Exec)
			n.items(prog, body, inner)
		})
	}
}

// statement collects the names that stand for a variable in a statement, and those of procedures.
func (n *Names) statement(s syntax.Stmt, scope *resolve.Scope, list *[]string) {
	add := func(name string) {
		if scope.Lookup(name) == nil && !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	loop := func(c *syntax.LoopControl) {
		if c != nil && c.Var != nil {
			add(c.Var.Name)
			n.Defined[c.Var.Name] = true
		}
	}
	syntax.Inspect(s, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.DoStmt:
			loop(node.Control)
		case *syntax.ImpliedDo:
			loop(node.Control)
		case *syntax.CallStmt:
			n.Called[node.Proc.First().Name] = true
		case *syntax.AssignStmt:
			if r, ok := node.LHS().(*syntax.Ref); ok && isScalarVariable(r) {
				n.Defined[r.First().Name] = true
			}
		case *syntax.Ref:
			if isScalarVariable(node) {
				add(node.First().Name)
			} else if node.Parts[0].Args != nil {
				n.Called[node.First().Name] = true
			}
		}
		return true
	})
}

// isScalarVariable tells whether a reference whose name nothing declares is, by its form, one to a
// variable or a substring of it.
func isScalarVariable(r *syntax.Ref) bool {
	if r.IsName() {
		return true
	}
	args := r.Parts[0].Args
	if len(r.Parts) > 1 || args == nil || len(args.Items) != 1 || args.Items[0].Keyword != nil {
		return false
	}
	_, substring := args.Items[0].Value.(*syntax.Triplet)
	return substring
}
