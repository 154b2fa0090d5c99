// Package longint writes generated lines for default integers of 8 bytes. With -fdefault-integer-8
// (and -fdefault-logical-8, which it implies) default integers and logicals have 8 bytes in the
// user's files, but 4 in the run-time system's module, which is compiled once. Generated lines are
// then gone over: arguments of the module's procedures are made what it declares, its variables and
// the results of its functions what the user's file expects. The module's own source says which
// these are, and since it has explicit interfaces, what is missed is an error of the compiler, not
// of the program.
package longint

import (
	"strings"
	"sync"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Runtime are the procedures and variables of the run-time system's module with integers and
// logicals of its default kind.
type Runtime struct {
	procs     map[string]*entryPoint
	variables map[string]bool
}

// entryPoint is a procedure: its dummy arguments with a class each, and the class of its result.
type entryPoint struct {
	names   []string
	classes []class
	result  class
}

type class byte

const (
	other class = iota
	defaultInteger
	defaultLogical
)

// last is what was read before: the source is the same for all files of a command.
var last struct {
	sync.Mutex
	source  string
	runtime *Runtime
}

// Read reads the module's source.
func Read(source string) *Runtime {
	last.Lock()
	defer last.Unlock()
	if last.runtime == nil || last.source != source {
		last.source, last.runtime = source, read(source)
	}
	return last.runtime
}

func read(source string) *Runtime {
	var diags diag.List
	file := syntax.Parse(&diag.Source{Name: "coral_rt.f90", Text: source}, syntax.Options{}, &diags)
	scope := resolve.Resolve([]*syntax.File{file}, resolve.Options{}, &diags).Modules["coral_rt"]
	in := &Runtime{procs: map[string]*entryPoint{}, variables: map[string]bool{}}
	if scope == nil {
		return in
	}
	for _, sym := range scope.Order {
		switch {
		case !scope.IsPublic(sym.Name): // generated text has such a name from the program alone
		case sym.Kind == resolve.Generic:
			for _, name := range sym.Specifics {
				in.procs[sym.Name] = in.procs[sym.Name].both(entryOf(scope.Symbols[name]))
			}
		case sym.Kind == resolve.Procedure:
			in.procs[sym.Name] = entryOf(sym)
		case sym.Kind == resolve.Variable && runtimeClass(sym) == defaultInteger:
			in.variables[sym.Name] = true
		}
	}
	return in
}

func entryOf(sym *resolve.Symbol) *entryPoint {
	if sym == nil || sym.Inner == nil || sym.Proc == nil || sym.Proc.Head == nil {
		return nil
	}
	e := &entryPoint{}
	for _, a := range sym.Proc.Head.Args {
		name, c := "", other
		if a.Name != nil {
			name = a.Name.Name
			if d := sym.Inner.Symbols[name]; d != nil &&
				(d.Intent == "in" || d.Has(resolve.Value)) {
				c = runtimeClass(d)
			}
		}
		e.names, e.classes = append(e.names, name), append(e.classes, c)
	}
	for _, r := range sym.Inner.Order {
		if r.Has(resolve.Result) {
			e.result = runtimeClass(r)
		}
	}
	return e
}

// both is what two specific procedures of a generic have in common.
func (e *entryPoint) both(f *entryPoint) *entryPoint {
	if e == nil || f == nil {
		return f
	}
	out := *f
	if len(e.names) > len(f.names) {
		out = *e
	}
	out.classes = append([]class(nil), out.classes...)
	for i := range out.classes {
		if i < len(e.classes) && i < len(f.classes) && e.classes[i] != f.classes[i] {
			out.classes[i] = other
		}
	}
	return &out
}

func runtimeClass(sym *resolve.Symbol) class {
	t := sym.TypeOf()
	if t == nil || t.Spec == nil {
		return other
	}
	kind := ""
	if t.Spec.Kind != nil {
		kind = t.Spec.Kind.Span().Text()
	}
	switch {
	case t.Base == syntax.TypeInteger && (kind == "" || kind == "c_int" || kind == "c_int32_t"):
		return defaultInteger
	case t.Base == syntax.TypeLogical && kind == "":
		return defaultLogical
	}
	return other
}

// Line goes over a generated line, unless it is a statement that lists names.
func (in *Runtime) Line(text string) string {
	statement := strings.TrimLeft(text, " ")
	switch syntax.NameAt(statement, 0) {
	case "use", "import", "public", "private":
		rest := strings.TrimLeft(statement[len(syntax.NameAt(statement, 0)):], " ")
		if rest == "" || !strings.ContainsRune("=(%", rune(rest[0])) { // no variable of that name
			return text
		}
	}
	return in.expression(text)
}

// expression goes over a piece of text outside of character constants.
func (in *Runtime) expression(text string) string {
	var b strings.Builder
	before := byte(0) // the last character that is no blank
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\'' || c == '"':
			end := stringEnd(text, i)
			b.WriteString(text[i:end])
			i = end - 1
		case syntax.IsNameByte(c):
			n := syntax.NameAt(text, i)
			i += len(n) - 1
			open := i + 1
			for open < len(text) && text[open] == ' ' {
				open++
			}
			e := in.procs[n]
			switch {
			case before == '%':
				b.WriteString(n)
			case in.variables[n]:
				b.WriteString("(0_8+" + n + ")")
			case e != nil && open < len(text) && text[open] == '(':
				end := closing(text, open)
				call := n + "(" + in.arguments(e, text[open+1:end]) + ")"
				if e.result == defaultInteger {
					call = "(0_8+" + call + ")"
				}
				b.WriteString(call)
				i = end
			default:
				b.WriteString(n)
			}
		default:
			b.WriteByte(c)
		}
		if c != ' ' {
			before = c
		}
	}
	return b.String()
}

// arguments goes over the list of a reference.
func (in *Runtime) arguments(e *entryPoint, list string) string {
	var out []string
	for i, a := range splitArguments(list) {
		keyword, value, named := strings.Cut(a, "=")
		name := strings.TrimSpace(keyword)
		if named = named && name != "" && syntax.NameAt(name, 0) == name &&
			!strings.HasPrefix(value, "=") && !strings.HasPrefix(value, ">"); named {
			for k := range e.names {
				if e.names[k] == strings.ToLower(name) {
					out = append(out, keyword+"="+e.classes[k].narrow(in.expression(value)))
					named = false
					break
				}
			}
			if !named {
				continue
			}
		}
		c := other
		if i < len(e.classes) {
			c = e.classes[i]
		}
		out = append(out, c.narrow(in.expression(a)))
	}
	return strings.Join(out, ",")
}

// narrow makes a value of the module's default kind.
func (c class) narrow(value string) string {
	text := strings.TrimSpace(value)
	switch {
	case c == defaultInteger && text != "" && strings.Trim(text, "0123456789") == "":
		return value + "_4"
	case c == defaultInteger:
		return "int(" + value + ",4)"
	case c == defaultLogical && (text == ".true." || text == ".false."):
		return value + "_4"
	case c == defaultLogical:
		return "logical(" + value + ",4)"
	}
	return value
}

// stringEnd is where the character constant that begins at i ends.
func stringEnd(text string, i int) int {
	end := i + 1
	for end < len(text) && text[end] != text[i] {
		end++
	}
	return min(end+1, len(text))
}

// closing is the place of the parenthesis that closes the one at open.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '\'', '"':
			i = stringEnd(text, i) - 1
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// splitArguments parts a list at its commas.
func splitArguments(list string) []string {
	if strings.TrimSpace(list) == "" {
		return nil
	}
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(list); i++ {
		switch list[i] {
		case '\'', '"':
			i = stringEnd(list, i) - 1
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, list[start:i])
				start = i + 1
			}
		}
	}
	return append(out, list[start:])
}
