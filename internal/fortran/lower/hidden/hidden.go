// Package hidden keeps names of the user's apart from those of intrinsic functions. Generated code
// calls intrinsic functions by their names, and programs have variables and procedures that are
// called size, min or loc. Where a scope of the file has one, what the user wrote is marked when it
// is rendered, and in finished lines the calls without a mark get the name that Coral's module
// coral_intrinsic gives the intrinsic function: `use coral_intrinsic, only: coral_f_size => size`.
package hidden

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Intrinsics are the intrinsic procedures that generated code refers to, those that
// coral_intrinsic has.
var Intrinsics = []string{"all", "allocated", "any", "associated", "cshift", "huge", "iand",
	"int", "is_contiguous", "kind", "lbound", "len", "loc", "logical", "max", "maxval", "merge",
	"min", "minval", "move_alloc", "null", "present", "product", "repeat", "reshape",
	"same_type_as", "shape", "size", "storage_size", "sum", "transfer", "ubound"}

// Mark stands in front of a name of the user's that hides an intrinsic function, until the line is
// finished.
const Mark = '\x01'

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

// Names are the intrinsic functions whose names mean something else in a file.
type Names map[string]bool

// Find gives those among Intrinsics that mean something else anywhere in the file. One set for the
// whole file will do: the other name means the intrinsic function everywhere.
func Find(prog *resolve.Program, f *syntax.File) Names {
	hidden := Names{}
	for _, s := range f.Stmts {
		if id := otherName(s); id != nil && slices.Contains(Intrinsics, id.Name) {
			hidden[id.Name] = true
		}
	}
	var candidates []string // most files have none of them but as calls
	for _, name := range Intrinsics {
		if f.HasName(name) {
			candidates = append(candidates, name)
		}
	}
	prog.EachScope(f, func(s *resolve.Scope) {
		if s.Kind == resolve.SubmoduleScope { // its hosts may be in other files
			for h := s.Host; h != nil; h = h.Host {
				for _, u := range h.Uses {
					if m := u.Stmt.Module; m != nil && slices.Contains(Intrinsics, m.Name) {
						hidden[m.Name] = true
					}
				}
			}
		}
		names := candidates
		if slices.ContainsFunc(s.Uses, func(u *resolve.Use) bool { return u.Module != nil }) {
			names = Intrinsics // a name that the file does not mention may come from there
		}
		for _, name := range names {
			if !hidden[name] && !s.MeansIntrinsic(name) {
				hidden[name] = true
			}
		}
	})
	return hidden
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
		users := c == Mark && quote == 0
		if users || quote == 0 && syntax.IsNameByte(c) {
			if users {
				i++
			}
			n := syntax.NameAt(text, i)
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

// User is a name of the user's for generated code.
func (hidden Names) User(name string) string {
	if hidden[strings.ToLower(name)] {
		return string(Mark) + name
	}
	return name
}

// Finish finishes one generated line: calls of intrinsic functions get their other names, for which
// the unit needs USE statements. The marks go.
func (hidden Names) Finish(text string, use func(statement string)) string {
	before := byte(0)           // the last character that is no blank
	depth, declares := 0, false // of parentheses; behind the :: of a declaration
	return eachName(text, func(n string, at int, users bool) string {
		// what a declaration of generated text declares anew has the user's name
		entity := declares && depth == 0 && (before == ':' || before == ',')
		rest := text[at+len(n):]
		if !users && hidden[n] && before != '%' && opensList(rest) && !entity &&
			!isTypeSpec(n, rest, before) {
			use(fmt.Sprintf("use coral_intrinsic, only: coral_f_%s => %s", n, n))
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

// MarkAgain marks the user's names in a line that has been finished, which will be finished again.
func (hidden Names) MarkAgain(text string) string {
	return eachName(text, func(n string, _ int, _ bool) string { return hidden.User(n) },
		func(byte) {})
}
