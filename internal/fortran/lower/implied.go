package lower

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/implicit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Options of the compiler stand for statements that the user did not write: -fno-automatic for
// SAVE, -std=f2018 for EXTERNAL with every name of a procedure that would be gfortran's own
// intrinsic otherwise. Generated text needs its variables not to be saved, and refers to LOC. So
// the compiler gets other options for it, and the statements are written.

// impliedScope is a scope with its specification part.
type impliedScope struct {
	scope *resolve.Scope
	head  syntax.Stmt
	body  *syntax.ScopeBody
	end   syntax.Stmt
	names *implicit.Names // or nil
	// intrinsics are functions whose type the scope declares.
	intrinsics []string
}

// implied notes a scope that options, or the implicit rules, may say something about.
func (l *lowerer) implied(scope *resolve.Scope, head syntax.Stmt, body *syntax.ScopeBody,
	end syntax.Stmt) {
	names := implicit.NamesIn(l.prog, scope, body)
	intrinsics := implicit.TypedIntrinsics(scope, body,
		func(name string) bool { return imageFunctions[name] != nil })
	if scope.SaveMeant || l.opt.Resolve.NoExtensions || names != nil || intrinsics != nil {
		l.impliedIn = append(l.impliedIn,
			impliedScope{scope, head, body, end, names, intrinsics})
	}
}

// sayImplied writes the statements, in files that are not left as they are.
func (l *lowerer) sayImplied() {
	if len(l.plans) == 0 {
		return
	}
	externals := map[*resolve.Scope][]string{}
	if l.opt.Resolve.NoExtensions {
		for _, in := range l.impliedIn {
			implicit.Externals(in.scope, in.body, externals)
		}
	}
	for _, in := range l.impliedIn {
		var statements []string
		if in.scope.SaveMeant {
			statements = append(statements, "save")
		}
		for _, name := range externals[in.scope] {
			statements = append(statements, "external :: "+name)
		}
		for _, name := range in.intrinsics {
			statements = append(statements, "intrinsic :: "+name)
		}
		l.leaveUntyped(in)
		statements = append(statements, l.undeclared(in)...)
		l.insertAtSpecEnd(in.head, in.body, in.end, statements)
	}
}

// noteTyped keeps the text of a type declaration with a name that may be one of an intrinsic
// function.
func (l *lowerer) noteTyped(scope *resolve.Scope, st *syntax.TypeDeclStmt, t *edit.Text) {
	for _, e := range st.Entities {
		if e.Name != nil && scope.IsIntrinsic(e.Name.Name) {
			if l.typed == nil {
				l.typed = map[*syntax.TypeDeclStmt]*edit.Text{}
			}
			l.typed[st] = t
		}
	}
}

// leaveUntyped takes the names of intrinsic functions out of type declarations, where they say
// nothing (F2018 8.2): gfortran from 14 on takes the declared type for that of a name that an
// ASSOCIATE statement of the generated text gives to a result.
func (l *lowerer) leaveUntyped(in impliedScope) {
	for _, item := range in.body.Spec {
		st, ok := item.(*syntax.TypeDeclStmt)
		t := l.typed[st]
		if !ok || t == nil {
			continue
		}
		kept := 0
		for i, e := range st.Entities {
			switch {
			case e.Name == nil || !slices.Contains(in.intrinsics, e.Name.Name):
				kept++
			case kept > 0:
				t.Replace(withComma(st, e.Range), "")
			case i+1 < len(st.Entities):
				cut := e.Range
				cut.End = st.Entities[i+1].Range.Start
				t.Replace(cut, "")
			}
		}
		if kept < len(st.Entities) {
			p := l.planOf(st)
			p.Replaced, p.Text = true, ""
			if kept > 0 {
				p.Text = t.All()
			}
		}
	}
}

// undeclared are the declarations of a unit's variables that have none.
func (l *lowerer) undeclared(in impliedScope) (decls []string) {
	n := in.names
	if n == nil || !n.Wraps && !l.wraps(in.body.Exec) {
		return nil
	}
	for _, name := range n.Exec {
		if slices.Contains(n.Spec, name) || n.Called[name] || l.hostMentions(in.scope, name) ||
			!in.scope.DeclaresImplicitly(name, n.Defined[name]) {
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
			return slices.Contains(in.names.Spec, name) || slices.Contains(in.names.Exec, name)
		}
	}
	return false
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
