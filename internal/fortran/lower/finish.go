package lower

import (
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// newText is a statement's text, in which the user's names are told from those of generated code.
func (l *lowerer) newText(s syntax.Stmt) *edit.Text {
	return edit.New(s, l.hidden, &l.tokens)
}

// userName is a name of the user's for generated code.
func (l *lowerer) userName(name string) string { return l.hidden.User(name) }

// written is a name of the user's for generated code, as the user has written it.
func (l *lowerer) written(name *syntax.Ident) string { return l.userName(name.Range.Text()) }

// finish finishes the lines of a unit from its first to its last statement. First default integers
// become those of the runtime (package longint), which brings calls of INT and LOGICAL. Then calls
// of intrinsic functions whose names are hidden get their other names, which the unit's USE
// statement brings. Nothing of these statements may be planned afterwards but what has no such
// calls.
func (l *lowerer) finish(first, last syntax.Stmt) {
	if len(l.hidden) == 0 && l.runtime == nil || first == nil || last == nil {
		return
	}
	for _, s := range l.f.Stmts[syntax.IndexOf(first) : syntax.IndexOf(last)+1] {
		p := l.plans[s]
		if p == nil || p.Finished {
			continue
		}
		p.Finished = true
		if l.runtime != nil {
			p.EachText(l.runtime.Line)
		}
		if len(l.hidden) > 0 {
			p.EachText(func(text string) string {
				return l.hidden.Finish(text, l.unit.uses.Statement)
			})
		}
	}
}
