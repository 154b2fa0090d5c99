package metamorphic

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// writer writes the tokens of a statement in some layout.
type writer interface {
	statement(label, name string, tokens []syntax.Token)
	String() string
}

// laidOut is the text of a file, written anew from its tokens. Comments are not kept.
func laidOut(f *syntax.File, w writer, rename map[string]string) string {
	for _, s := range f.Stmts {
		b := s.Info()
		label, name := "", ""
		if b.Label != nil {
			label = fmt.Sprint(b.Label.Value)
		}
		if b.ConstructName != nil {
			name = renamed(rename, b.ConstructName.Name)
		}
		tokens := append([]syntax.Token{}, b.Tokens()...)
		if _, is := s.(*syntax.ImplicitStmt); !is {
			for k := range tokens {
				if tokens[k].Kind == syntax.NameTok {
					tokens[k].Text = renamed(rename, tokens[k].Text)
				}
			}
		}
		w.statement(label, name, tokens)
	}
	return w.String()
}

func renamed(names map[string]string, name string) string {
	if to, is := names[name]; is {
		return to
	}
	return name
}

// words are the texts of a statement's tokens, its construct name in front.
func words(name string, tokens []syntax.Token) []string {
	var list []string
	if name != "" {
		list = append(list, name, ":")
	}
	for _, t := range tokens {
		list = append(list, t.Text)
	}
	return list
}

// fixedWriter writes fixed form, with sequence numbers in columns 73 to 80.
type fixedWriter struct {
	b       strings.Builder
	lines   int
	squeeze bool // no blank between tokens
}

func (w *fixedWriter) String() string { return w.b.String() }

func (w *fixedWriter) statement(label, name string, tokens []syntax.Token) {
	between := " "
	if w.squeeze && !isOldParameter(tokens) {
		between = ""
	}
	text := strings.Join(words(name, tokens), between)
	start := fmt.Sprintf("%-5s ", label)
	for first := true; first || text != ""; first = false {
		n := min(len(text), 66)
		w.lines++
		fmt.Fprintf(&w.b, "%s%-66s%08d\n", start, text[:n], w.lines)
		text, start = text[n:], "     &"
	}
}

// isOldParameter: PARAMETER without parentheses, which without a blank is an assignment.
func isOldParameter(tokens []syntax.Token) bool {
	return len(tokens) > 2 && tokens[0].Text == "parameter" && tokens[1].Kind == syntax.NameTok
}

// Lines of free form have at most 132 characters (F2018 6.3.2.1).
const freeLine = 130

// freeWriter writes free form.
type freeWriter struct {
	b     strings.Builder
	each  bool // a continuation line after each token
	split bool // names and character constants go on in the next line
	join  bool // statements share lines
	line  int  // what the line has
}

func (w *freeWriter) String() string { return w.b.String() + "\n" }

// mostContinued is less than the continuation lines that F2018 6.3.2.6 allows.
const mostContinued = 200

func (w *freeWriter) statement(label, name string, tokens []syntax.Token) {
	list := words(name, tokens)
	if label != "" {
		list = append([]string{label}, list...)
	}
	size := 0
	for _, t := range list {
		size += len(t) + 1
	}
	switch {
	case w.line == 0:
	case w.join && w.line+size < freeLine && len(tokens) > 0 && !w.alone(tokens):
		w.put("; ")
	default:
		w.end()
	}
	continued := 0
	for k, t := range list {
		if k > 0 {
			if w.each && continued < mostContinued && !(k == 1 && label != "") {
				continued++
				w.goOn(continued)
			} else {
				w.put(" ")
			}
		}
		if w.line+len(t) > freeLine && w.line > 1 {
			w.put("&")
			w.end()
		}
		if w.split && len(t) > 1 && continued < mostContinued && splits(t) {
			continued++
			w.put(t[:len(t)/2] + "&")
			w.end()
			t = "&" + t[len(t)/2:]
		}
		for w.line+len(t) > freeLine {
			n := freeLine - w.line
			w.put(t[:n] + "&")
			w.end()
			t = "&" + t[n:]
		}
		w.put(t)
	}
	if w.alone(tokens) {
		w.end()
	}
}

// splits tells whether a token may go on in another line at its middle: one of letters and digits,
// or a character constant that has no apostrophe there.
func splits(t string) bool {
	for _, c := range t {
		if c > '~' || c == '\'' || c == '"' || c == '&' {
			at := len(t) / 2
			quoted := t[0] == '\'' || t[0] == '"'
			return quoted && at > 1 && at < len(t)-2 && !strings.ContainsAny(t[at-1:at+1], `'"&`) &&
				!strings.ContainsFunc(t, func(r rune) bool { return r > '~' })
		}
	}
	return t[0] >= 'a' && t[0] <= 'z'
}

// alone: the statement has a line of its own.
func (w *freeWriter) alone(tokens []syntax.Token) bool {
	switch tokens[0].Text {
	case "include", "program", "module", "submodule", "contains", "end", "endprogram", "endmodule",
		"endsubmodule":
		return true
	}
	return false
}

// goOn begins a continuation line, with `&` in front and with comments between lines now and then.
func (w *freeWriter) goOn(n int) {
	w.put(" &")
	if n%3 == 0 {
		w.put(" ! it's a comment & goes on")
	}
	w.end()
	if n%5 == 0 {
		w.b.WriteString("\n  ! a line between ' others &\n")
	}
	if n%2 == 0 {
		w.put("  & ")
	}
}

func (w *freeWriter) put(t string) {
	w.b.WriteString(t)
	w.line += len(t)
}

func (w *freeWriter) end() {
	w.b.WriteString("\n")
	w.line = 0
}
