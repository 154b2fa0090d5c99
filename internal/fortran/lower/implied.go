package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
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
	names *undeclaredNames // or nil
	// intrinsics are functions whose type the scope declares.
	intrinsics []string
}

// implied notes a scope that options, or the implicit rules, may say something about.
func (l *lowerer) implied(scope *resolve.Scope, head syntax.Stmt, body *syntax.ScopeBody,
	end syntax.Stmt) {
	names, intrinsics := l.namesIn(scope, body), l.typedIntrinsics(scope, body)
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
			l.calledAsExternal(in, externals)
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

// calledAsExternal finds the names of intrinsic procedures that the standard does not have, and the
// scopes in which they are to be external: those that declare their types, or else those that call
// them.
func (l *lowerer) calledAsExternal(in impliedScope, externals map[*resolve.Scope][]string) {
	for _, items := range [][]syntax.Item{in.body.Spec, in.body.Exec} {
		syntax.EachStmt(items, func(s syntax.Stmt) {
			tokens := s.Info().Tokens()
			for i, t := range tokens {
				if t.Kind != syntax.NameTok || !isCall(tokens, i) ||
					!in.scope.HidesExtension(t.Text) {
					continue
				}
				at := in.scope.Unit()
				if sym := at.Lookup(t.Text); sym != nil {
					at = sym.Scope
				}
				if !slices.Contains(externals[at], t.Text) {
					externals[at] = append(externals[at], t.Text)
				}
			}
		})
	}
}

// isCall tells whether a name among the tokens of a statement is that of a procedure that is
// called, if it is not that of a variable.
func isCall(tokens []syntax.Token, i int) bool {
	before := syntax.Token{}
	if i > 0 {
		before = tokens[i-1]
	}
	if before.Kind == syntax.Percent {
		return false
	}
	if before.Kind == syntax.NameTok && before.Text == "call" {
		return true
	}
	if i+1 >= len(tokens) || tokens[i+1].Kind != syntax.LParen {
		return false
	}
	depth := 0
	for _, t := range tokens[i+1:] {
		switch t.Kind {
		case syntax.LParen, syntax.LBracket:
			depth++
		case syntax.RParen, syntax.RBracket:
			depth--
			if depth == 0 {
				return true
			}
		case syntax.Colon:
			if depth == 1 { // a substring
				return false
			}
		}
	}
	return false
}
