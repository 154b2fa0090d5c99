// Package lower turns the constructs of XcalableMP in a C file into C: coindexed objects become
// loads and stores at the address of the same object on the other image, sections become loops and
// copies, directives calls of the runtime. All other text stays as it is. Types are asked of the C
// compiler, by __typeof__ and sizeof.
package lower

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// Options of a translation.
type Options struct {
	Check  bool // of image indices, while the program runs
	Packed bool // an option of the compiler packs all structures
	// Prelude is what generated code needs: declarations without a line marker.
	Prelude string
	// Head is what has to stand in front of all else, whole lines.
	Head string
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
	var b strings.Builder
	Write(&b, file, options, diags) // a Builder takes everything
	return Output{Text: b.String(), Parallel: true}
}

// Write lowers one file that has something of XcalableMP. Expressions are lowered when they are
// written, so that the text of a long file is not in memory at one time. The output is not usable
// if diags has errors.
func Write(out io.Writer, file *syntax.File, options Options, diags *diag.List) error {
	w := &writer{file: file, options: options, diags: diags, body: text{tokens: file.Tokens},
		checked: map[checkKey]int{}, bounds: map[*syntax.Symbol]string{}}
	for _, span := range file.Codims {
		w.body.replace(span, "")
	}
	for _, span := range file.Arrays {
		w.body.replace(span, alignedToLines)
	}
	w.extents()
	w.directives()
	for _, at := range file.Falls { // behind the end of a task
		w.body.insert(at, "__attribute__((__fallthrough__));")
	}
	buffered := bufio.NewWriterSize(out, 1<<16)
	w.print(buffered)
	return buffered.Flush()
}

// alignedToLines has an array begin at a cache line: blocks of another image's memory are copied by
// whole lines then. What is declared elsewhere is left as it is, since the compiler would rely on
// it.
const alignedToLines = " __attribute__((__aligned__(64)))"

// extents declares the bounds of parameters that sections need: where the function's body begins,
// which is written before the sections are lowered.
func (w *writer) extents() {
	for _, root := range w.file.Roots {
		syntax.Walk(root, func(x *syntax.Expr) bool {
			if x.Kind == syntax.Section && needsExtent(x) {
				w.in(&w.body).parameterExtent(x.Kids[0])
			}
			return true
		})
	}
}

// lower puts C in the place of an expression that is not inside of another.
func (w *writer) lower(root *syntax.Expr) {
	c := whole
	if root.Unused {
		c = statement
	}
	p := w.in(&w.body)
	p.expr(root, c)
	if root.Unused && (root.Kind == syntax.Cond || root.Kind == syntax.Cast) {
		w.body.replace(root.Span, "(void)("+p.of(root)+")")
	}
}

// writer is the translation of one file.
type writer struct {
	file                *syntax.File
	options             Options
	diags               *diag.List
	body                text
	serial              int   // of generated names
	hasLocks, hasPacked *bool // nil: nobody has asked
	// objects of each kind that the compiler has been asked about
	checked map[checkKey]int
	// of parameters that are arrays: names of their extents, declared where the function's body
	// begins
	bounds map[*syntax.Symbol]string
	outer  []syntax.Span // what stands in no function's body; nil: nobody has asked
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

// printer writes the source byte for byte, but for the edits and the lines that are to be hidden.
// After an edit of several lines a line marker brings the count back.
type printer struct {
	*writer
	out    *bufio.Writer
	hidden []diag.Range
	at     int // the offset in the source up to which text is written
	token  int // the next one to look at
}

// print writes the whole file.
func (w *writer) print(out *bufio.Writer) {
	src := w.file.Source
	fmt.Fprintf(out, "%s# 1 %s\n# 1 \"<coral>\" 1 3\n%s\n# 1 %s 2\n", w.options.Head,
		quote(src.Name), w.options.Prelude, quote(src.Name))
	p := &printer{writer: w, out: out, hidden: w.file.Hidden}
	for _, roots := range groups(w.file.Roots) {
		outer := roots[len(roots)-1]
		p.upTo(outer.Lo)
		mark := w.body.mark()
		for _, root := range roots {
			w.lower(root)
		}
		p.upTo(outer.Hi)
		w.body.forget(mark, outer.Span)
	}
	p.upTo(len(w.file.Tokens))
	p.source(len(src.Text))
}

// groups divides roots: those inside another one come with that, which is the last of its group.
func groups(roots []*syntax.Expr) (list [][]*syntax.Expr) {
	hi := len(roots)
	for k := len(roots) - 1; k >= 0; k-- {
		if k == 0 || roots[k-1].Lo < roots[hi-1].Lo {
			list = append(list, roots[k:hi])
			hi = k
		}
	}
	slices.Reverse(list)
	return list
}

// source writes the source up to an offset.
func (p *printer) source(to int) {
	text := p.file.Source.Text
	for len(p.hidden) > 0 && int(p.hidden[0].Start) < to {
		if h := p.hidden[0]; int(h.Start) >= p.at {
			p.out.WriteString(text[p.at:h.Start])
			p.at = min(int(h.End), to)
		}
		p.hidden = p.hidden[1:]
	}
	if p.at < to {
		p.out.WriteString(text[p.at:to])
		p.at = to
	}
}

// upTo writes the tokens up to this one, with what takes their places.
func (p *printer) upTo(hi int) {
	tokens := p.file.Tokens
	for p.token < hi {
		i := p.body.next(p.token, hi)
		if p.token = i; i == hi {
			return
		}
		for _, text := range p.body.inserted[i] { // behind the token before
			if i > 0 {
				p.source(int(tokens[i-1].End))
			}
			p.out.WriteString(" " + text + " ")
		}
		e, ok := p.body.replacement(i)
		if !ok {
			p.token++
			continue
		}
		p.edit(e)
		p.token = e.Hi
	}
}

func (p *printer) edit(e edit) {
	src := p.file.Source
	start, end := int(p.file.Tokens[e.Lo].Start), int(p.file.Tokens[e.Hi-1].End)
	p.source(start)
	p.out.WriteString(e.text)
	p.at = max(p.at, end)
	if strings.Contains(src.Text[start:end], "\n") || strings.Contains(e.text, "\n") {
		pos := src.Position(end)
		fmt.Fprintf(p.out, "\n# %d %s\n", pos.Line, quote(pos.File))
	}
}
