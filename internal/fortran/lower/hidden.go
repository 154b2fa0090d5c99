package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Generated code calls intrinsic functions by their names, and programs have variables and
// procedures that are called size, min or loc. Where a scope of the file has one, what the user
// wrote is marked when it is rendered, and in finished lines the calls without a mark get the name
// that its module coral_intrinsic gives the intrinsic function: `use coral_intrinsic, only:
// coral_f_size => size`.

// calledIntrinsics are the intrinsic procedures that generated code refers to, those that
// coral_intrinsic has.
var calledIntrinsics = []string{"all", "allocated", "any", "associated", "cshift", "huge", "iand",
	"int", "is_contiguous", "kind", "lbound", "len", "loc", "logical", "max", "maxval", "merge",
	"min", "minval", "move_alloc", "null", "present", "product", "reshape", "same_type_as", "shape",
	"size", "storage_size", "sum",
	"transfer", "ubound"}

// usersMark stands in front of a name of the user's that hides an intrinsic function, until the
// line is finished.
const usersMark = '\x01'

// otherName is the name that a statement gives a program unit or a construct, or by which it refers
// to a module; nil: none. Such names are none of variables and procedures, but local names all the
// same (F2018 19.3.1).
func otherName(s syntax.Stmt) *syntax.Ident {
	switch s := s.(type) {
	case *syntax.ProgramStmt:
		return s.Name
	case *syntax.ModuleStmt:
		return s.Name
	case *syntax.SubmoduleStmt:
		return s.Ancestor
	case *syntax.BlockDataStmt:
		return s.Name
	case *syntax.UseStmt:
		return s.Module
	}
	return s.Info().ConstructName
}

// hiddenIntrinsics are the names among calledIntrinsics that mean something else anywhere in the
// file. One set for the whole file will do: the other name means the intrinsic function everywhere.
func hiddenIntrinsics(prog *resolve.Program, f *syntax.File) map[string]bool {
	used := map[string]bool{} // most files have none of them but as calls
	hidden := map[string]bool{}
	for _, s := range f.Stmts {
		if id := otherName(s); id != nil && slices.Contains(calledIntrinsics, id.Name) {
			hidden[id.Name] = true
		}
		s.Info().HasToken(func(kind syntax.Kind, text string) bool {
			if kind == syntax.NameTok && len(text) <= len("is_contiguous") {
				used[text] = true
			}
			return false
		})
	}
	var candidates []string
	for _, name := range calledIntrinsics {
		if used[name] {
			candidates = append(candidates, name)
		}
	}
	prog.EachScope(f, func(s *resolve.Scope) {
		if s.Kind == resolve.SubmoduleScope { // its hosts may be in other files
			for h := s.Host; h != nil; h = h.Host {
				for _, u := range h.Uses {
					if m := u.Stmt.Module; m != nil && slices.Contains(calledIntrinsics, m.Name) {
						hidden[m.Name] = true
					}
				}
			}
		}
		names := candidates
		if slices.ContainsFunc(s.Uses, func(u *resolve.Use) bool { return u.Module != nil }) {
			names = calledIntrinsics // a name that the file does not mention may come from there
		}
		for _, name := range names {
			if !hidden[name] && !s.MeansIntrinsic(name) {
				hidden[name] = true
			}
		}
	})
	return hidden
}

// newText is a statement's text, in which the user's names are told from those of generated code.
func (l *lowerer) newText(s syntax.Stmt) *text {
	t := newText(s)
	t.hidden, t.last = l.hidden, &l.tokens
	return t
}

// userName is a name of the user's for generated code.
func (l *lowerer) userName(name string) string {
	if l.hidden[strings.ToLower(name)] {
		return string(usersMark) + name
	}
	return name
}

// written is a name of the user's for generated code, as the user has written it.
func (l *lowerer) written(name *syntax.Ident) string { return l.userName(name.Range.Text()) }

// finish finishes the lines of a unit from its first to its last statement. First default integers
// become those of the runtime (longinteger.go), which brings calls of INT and LOGICAL. Then calls
// of intrinsic functions whose names are hidden get their other names, which the unit's USE
// statement brings. Nothing of these statements may be planned afterwards but what has no such
// calls.
func (l *lowerer) finish(first, last syntax.Stmt) {
	if len(l.hidden) == 0 && l.runtime == nil || first == nil || last == nil {
		return
	}
	for _, s := range l.f.Stmts[indexOf(first) : indexOf(last)+1] {
		p := l.plans[s]
		if p == nil || p.finished {
			continue
		}
		p.finished = true
		if l.runtime != nil {
			p.eachText(l.runtime.line)
		}
		if len(l.hidden) > 0 {
			p.eachText(l.unhideIn)
		}
	}
}

// eachText changes all lines of a plan.
func (p *plan) eachText(change func(string) string) {
	for i := range p.before {
		p.before[i].text = change(p.before[i].text)
	}
	p.text = change(p.text)
	for i := range p.after {
		p.after[i].text = change(p.after[i].text)
	}
}

// unhideIn finishes one line.
func (l *lowerer) unhideIn(text string) string {
	before := byte(0)           // the last character that is no blank
	depth, declares := 0, false // of parentheses; behind the :: of a declaration
	return eachName(text, func(n string, at int, users bool) string {
		// what a declaration of generated text declares anew has the user's name
		entity := declares && depth == 0 && (before == ':' || before == ',')
		rest := text[at+len(n):]
		if !users && l.hidden[n] && before != '%' && opensList(rest) && !entity &&
			!isTypeSpec(n, rest, before) {
			l.unit.imports = append(l.unit.imports,
				fmt.Sprintf("use coral_intrinsic, only: coral_f_%s => %s", n, n))
			n = "coral_f_" + n
		}
		before = 'a'
		return n
	}, func(c byte) {
		switch {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ':' && before == ':' && depth == 0:
			declares = true
		}
		if c != ' ' {
			before = c
		}
	})
}

// markIn marks the user's names in a line that has been finished, which will be finished again.
func (l *lowerer) markIn(text string) string {
	return eachName(text, func(n string, _ int, _ bool) string { return l.userName(n) },
		func(byte) {})
}

// eachName is a line in which name says what stands for each name outside of character constants.
// users: it has the user's mark, which goes. other sees all other characters but those of constants
// between their quotes.
func eachName(text string, name func(n string, at int, users bool) string,
	other func(c byte)) string {
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		users := c == usersMark && quote == 0
		if users || quote == 0 && isNameByte(c) {
			if users {
				i++
			}
			n := nameAt(text, i)
			b.WriteString(name(n, i, users))
			i += len(n) - 1
			continue
		}
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		}
		b.WriteByte(c)
		if quote == 0 {
			other(c)
		}
	}
	return b.String()
}

// opensList tells whether a list in parentheses stands behind a name.
func opensList(rest string) bool { return strings.HasPrefix(strings.TrimLeft(rest, " "), "(") }

// isTypeSpec tells whether a name with parentheses is a type with its kind, and no conversion: it
// begins the line, or :: stands behind. before is the last character in front that is no blank, 0
// at the beginning of the line.
func isTypeSpec(name, rest string, before byte) bool {
	if name != "logical" {
		return false
	}
	if before == 0 {
		return true
	}
	depth := 0
	for i := range len(rest) {
		switch rest[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return strings.HasPrefix(strings.TrimLeft(rest[i+1:], " "), "::")
			}
		}
	}
	return false
}

func nameAt(text string, i int) string {
	end := i
	for end < len(text) && isNameByte(text[end]) {
		end++
	}
	return text[i:end]
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
