// Package lower turns the constructs of XcalableMP in a C file into C: coindexed objects become loads and stores at the address of the same
// object on the other image, sections become loops and copies, directives calls of the runtime. All other text stays as it is. Types are asked
// of the C compiler, by __typeof__ and sizeof.
package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// Options of a translation.
type Options struct {
	Check bool // of image indices, while the program runs
	// Prelude is what generated code needs: declarations without a line marker.
	Prelude string
}

// Output is one translated file.
type Output struct {
	Text     string
	Parallel bool // the file has something of XcalableMP; else Text is empty
}

// Translate lowers one file.
func Translate(file *syntax.File, options Options, diags *diag.List) Output {
	if !file.Parallel() {
		return Output{}
	}
	w := &writer{file: file, options: options, diags: diags, body: text{tokens: file.Tokens}, bounds: map[*syntax.Symbol]string{}}
	for _, span := range file.Codims {
		w.body.replace(span, "")
	}
	for _, at := range file.Falls {
		w.body.edits = append(w.body.edits, edit{syntax.Span{Lo: at, Hi: at}, "__attribute__((__fallthrough__));"})
	}
	w.directives()
	for _, root := range file.Roots {
		c := whole
		if root.Unused {
			c = statement
		}
		w.in(&w.body).expr(root, c)
	}
	return Output{Text: w.print(), Parallel: true}
}

// writer is the translation of one file.
type writer struct {
	file     *syntax.File
	options  Options
	diags    *diag.List
	body     text
	serial   int                       // of generated names
	hasLocks *bool                     // nil: nobody has asked
	bounds   map[*syntax.Symbol]string // of parameters that are arrays: names of their extents, declared where the function's body begins
}

// text is a run of tokens with what takes the place of some.
type text struct {
	tokens []syntax.Token
	edits  []edit // those inside a later one are part of it already
}

type edit struct {
	syntax.Span
	text string
}

// replace puts text in the place of a span, and of all edits within.
func (t *text) replace(span syntax.Span, text string) {
	t.edits = slices.DeleteFunc(t.edits, func(e edit) bool {
		return span.Lo <= e.Lo && e.Hi <= span.Hi && (e.Lo < e.Hi || span.Lo < e.Lo && e.Hi < span.Hi)
	})
	t.edits = append(t.edits, edit{span, text})
}

// sorted gives the edits within a span, none inside another.
func (t *text) sorted(span syntax.Span) []edit {
	var list []edit
	for _, e := range t.edits {
		if span.Lo <= e.Lo && e.Hi <= span.Hi {
			list = append(list, e)
		}
	}
	slices.SortStableFunc(list, func(a, b edit) int { return a.Lo - b.Lo })
	return list
}

// render is the text of a span on one line, what was replaced replaced.
func (t *text) render(span syntax.Span) string {
	var b strings.Builder
	at := span.Lo
	put := func(to int) {
		for ; at < to; at++ {
			if tok := t.tokens[at]; tok.Kind == syntax.Pragma {
				b.WriteString("\n" + tok.Text + "\n")
			} else {
				b.WriteString(tok.Text + " ")
			}
		}
	}
	for _, e := range t.sorted(span) {
		if e.Lo < at {
			continue
		}
		put(e.Lo)
		b.WriteString(e.text + " ")
		at = e.Hi
	}
	put(span.Hi)
	return strings.TrimSuffix(b.String(), " ")
}

// part is an expression's text under work, with the tokens it is made of.
type part struct {
	*writer
	text *text
}

func (w *writer) in(t *text) part { return part{w, t} }

func (p part) of(x *syntax.Expr) string { return p.text.render(x.Span) }

func (p part) at(x *syntax.Expr) diag.Range { return p.tokenRange(x.Lo, x.Hi) }

func (p part) tokenRange(lo, hi int) diag.Range {
	a, b := p.text.tokens[lo], p.text.tokens[max(hi-1, lo)]
	return p.file.Source.Range(int(a.Start), int(max(a.End, b.End)))
}

func (p part) errorf(code diag.Code, x *syntax.Expr, format string, args ...any) *diag.Diagnostic {
	return p.diags.Errorf(code, p.at(x), format, args...)
}

// name makes a name that nothing else has.
func (w *writer) name(stem string) string {
	w.serial++
	return fmt.Sprintf("coral_%s%d", stem, w.serial)
}

// place is where an expression stands, as the last two arguments of the runtime's functions.
func (p part) place(lo int) string {
	pos := p.tokenRange(lo, lo+1).Position()
	return fmt.Sprintf("%d, %s", pos.Line, quote(pos.File))
}

// quote writes a string constant of C.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\' || c == '?':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ':
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + "\""
}

// print writes the whole file: the source byte for byte, but for the edits and the lines that are to be hidden. After an edit of several lines a
// line marker brings the count back.
func (w *writer) print() string {
	src := w.file.Source
	var b strings.Builder
	b.WriteString("# 1 " + quote(src.Name) + "\n# 1 \"<coral>\" 1 3\n" + w.options.Prelude + "\n# 1 " + quote(src.Name) + " 2\n")
	hidden := w.file.Hidden
	at := 0
	put := func(to int) {
		for len(hidden) > 0 && int(hidden[0].Start) < to {
			if h := hidden[0]; int(h.Start) >= at {
				b.WriteString(src.Text[at:h.Start])
				at = min(int(h.End), to)
			}
			hidden = hidden[1:]
		}
		if at < to {
			b.WriteString(src.Text[at:to])
			at = to
		}
	}
	last := 0
	for _, e := range w.body.sorted(syntax.Span{Lo: 0, Hi: len(w.file.Tokens)}) {
		if e.Lo < last {
			continue
		}
		first := w.file.Tokens[e.Lo]
		if e.Lo == e.Hi { // an insertion: behind the token before
			if e.Lo > 0 {
				put(int(w.file.Tokens[e.Lo-1].End))
			}
			b.WriteString(" " + e.text + " ")
			continue
		}
		end := w.file.Tokens[e.Hi-1].End
		put(int(first.Start))
		b.WriteString(e.text)
		last, at = e.Hi, max(at, int(end))
		if strings.Contains(src.Text[first.Start:end], "\n") || strings.Contains(e.text, "\n") {
			pos := src.Position(int(end))
			fmt.Fprintf(&b, "\n# %d %s\n", pos.Line, quote(pos.File))
		}
	}
	put(len(src.Text))
	return b.String()
}
