package lower

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// A variable that the implicit rules declare is one of the program unit, also where its name first
// appears in a BLOCK or ASSOCIATE construct (F2018 8.7, 19.3.1). gfortran makes it one of the
// construct: the statements behind it, internal procedures, and the next construct have another.
// Generated text puts statements into such constructs, so the declarations are written.

// undeclaredNames are the names of a program unit that nothing declares.
type undeclaredNames struct {
	// spec and exec are the names in the specification and in the execution part, in the order of
	// the text; defined are those among them that a statement gives a value.
	spec, exec []string
	defined    map[string]bool
	// called are names of procedures.
	called map[string]bool
	// wraps: a construct of the user's has names of its own.
	wraps bool
}

// undeclared are the declarations of a unit's variables that have none.
func (l *lowerer) undeclared(in impliedScope) (decls []string) {
	n := in.names
	if n == nil || !n.wraps && !l.wraps(in.body.Exec) {
		return nil
	}
	for _, name := range n.exec {
		if slices.Contains(n.spec, name) || n.called[name] || l.hostMentions(in.scope, name) ||
			!in.scope.DeclaresImplicitly(name, n.defined[name]) {
			continue
		}
		sym := &resolve.Symbol{Name: name, Kind: resolve.Variable, Scope: in.scope}
		if text, length := l.typeText(sym); text != "" && length == "" {
			decls = append(decls, text+" :: "+name)
		}
	}
	return decls
}

// hostMentions tells whether a name in an internal procedure is that of a variable of its host's.
func (l *lowerer) hostMentions(scope *resolve.Scope, name string) bool {
	if scope.Host == nil {
		return false
	}
	host := scope.Host.Unit()
	if scope.Kind != resolve.ProcScope ||
		host.Kind != resolve.ProcScope && host.Kind != resolve.MainScope {
		return false
	}
	for _, in := range l.impliedIn {
		if in.scope == host && in.names != nil {
			return slices.Contains(in.names.spec, name) || slices.Contains(in.names.exec, name)
		}
	}
	return false
}

// namesIn collects the names that a unit mentions and nothing declares; nil where each has a
// declaration. It is asked before the unit is planned: trees of statements are given back then.
func (l *lowerer) namesIn(scope *resolve.Scope, body *syntax.ScopeBody) *undeclaredNames {
	if scope != scope.Unit() || scope.Explicit() {
		return nil
	}
	n := &undeclaredNames{defined: map[string]bool{}, called: map[string]bool{}}
	for _, it := range body.Spec {
		if s, ok := it.(syntax.Stmt); ok {
			n.statement(s, scope, &n.spec)
		}
	}
	n.items(l, body.Exec, scope)
	return n
}

func (n *undeclaredNames) items(l *lowerer, items []syntax.Item, scope *resolve.Scope) {
	for _, it := range items {
		if s, ok := it.(syntax.Stmt); ok {
			n.statement(s, scope, &n.exec)
			continue
		}
		if b, ok := it.(*syntax.BlockConstruct); ok {
			if inner := l.prog.ScopeOf(b); inner != nil {
				for _, s := range b.Spec {
					if s, ok := s.(syntax.Stmt); ok {
						n.statement(s, inner, &n.exec)
					}
				}
			}
		}
		syntax.EachPart(it, func(node syntax.Node, head syntax.Stmt, body []syntax.Item) {
			inner := scope
			if own := l.prog.ScopeOf(node); own != nil {
				inner, n.wraps = own, true
			}
			n.statement(head, scope, &n.exec)
			n.items(l, body, inner)
		})
	}
}

// wraps tells whether a generated construct begins beside one of the statements.
func (l *lowerer) wraps(items []syntax.Item) (found bool) {
	begins := func(text string) bool {
		return strings.Contains(text, "block") || strings.Contains(text, "associate")
	}
	syntax.EachStmt(items, func(s syntax.Stmt) {
		if p := l.plans[s]; p != nil && !found {
			found = begins(p.Text) || slices.ContainsFunc(slices.Concat(p.Before, p.After),
				func(at emit.Line) bool { return begins(at.Text) })
		}
	})
	return found
}

// statement collects the names that stand for a variable in a statement, and those of procedures.
func (n *undeclaredNames) statement(s syntax.Stmt, scope *resolve.Scope, list *[]string) {
	add := func(name string) {
		if scope.Lookup(name) == nil && !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	loop := func(c *syntax.LoopControl) {
		if c != nil && c.Var != nil {
			add(c.Var.Name)
			n.defined[c.Var.Name] = true
		}
	}
	syntax.Inspect(s, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.DoStmt:
			loop(node.Control)
		case *syntax.ImpliedDo:
			loop(node.Control)
		case *syntax.CallStmt:
			n.called[node.Proc.First().Name] = true
		case *syntax.AssignStmt:
			if r, ok := node.LHS().(*syntax.Ref); ok && isScalarVariable(r) {
				n.defined[r.First().Name] = true
			}
		case *syntax.Ref:
			if isScalarVariable(node) {
				add(node.First().Name)
			} else if node.Parts[0].Args != nil {
				n.called[node.First().Name] = true
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

// typedIntrinsics are the intrinsic functions whose type a unit declares and which it, or a
// procedure in it, calls. Such a declaration confirms the type and makes nothing else of the name
// (F2018 8.2); gfortran takes it for a variable in an inner scope, unless a statement INTRINSIC
// says what it is.
func (l *lowerer) typedIntrinsics(scope *resolve.Scope, body *syntax.ScopeBody) (list []string) {
	if scope.Kind != resolve.ProcScope && scope.Kind != resolve.MainScope {
		return nil
	}
	for _, sym := range scope.Order {
		if scope.IsIntrinsic(sym.Name) && !scope.MeansIntrinsic(sym.Name) &&
			imageFunctions[sym.Name] == nil && calls(body, sym.Name) {
			list = append(list, sym.Name)
		}
	}
	return list
}

// calls tells whether a unit or a procedure in it has a name with arguments.
func calls(body *syntax.ScopeBody, name string) (found bool) {
	syntax.EachStmt(body.Exec, func(s syntax.Stmt) {
		syntax.Inspect(s, func(node syntax.Node) bool {
			if r, ok := node.(*syntax.Ref); ok {
				found = found || r.First().Name == name && r.Parts[0].Args != nil &&
					!isScalarVariable(r)
			}
			return !found
		})
	})
	for _, p := range body.Procs {
		found = found || calls(&p.ScopeBody, name)
	}
	return found
}
