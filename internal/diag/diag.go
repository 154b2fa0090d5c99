package diag

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Severity orders diagnostics.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Info // printed as "note"
)

func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	}
	return "note"
}

// Code is a stable name such as C0107: users search for it, so its meaning never changes.
type Code string

// Note adds a second place, or advice without a place (an invalid range), to a diagnostic.
type Note struct {
	Range   Range
	Message string
}

// Diagnostic is one message to the user.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Range    Range
	Message  string
	Notes    []Note
}

// Error makes a Diagnostic an error: its first line as rendered.
func (d *Diagnostic) Error() string {
	return header(d.Range.written(), d.Severity, d.Message, d.Code)
}

// Note appends a located note and returns d, so that calls chain.
func (d *Diagnostic) Note(r Range, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, Note{r, fmt.Sprintf(format, args...)})
	return d
}

// Help appends a note without a place.
func (d *Diagnostic) Help(format string, args ...any) *Diagnostic {
	return d.Note(Range{}, format, args...)
}

// List collects the diagnostics of one compilation. The zero value is ready; it is not safe for
// concurrent use.
type List struct {
	items  []*Diagnostic
	errors int
}

// Add appends a diagnostic. A second one with the same code at the same place is dropped: it could
// only repeat.
func (l *List) Add(d *Diagnostic) *Diagnostic {
	for i := len(l.items) - 1; i >= 0 && i >= len(l.items)-8; i-- {
		if o := l.items[i]; o.Code == d.Code && o.Range == d.Range && o.Message == d.Message {
			return o
		}
	}
	l.items = append(l.items, d)
	if d.Severity == Error {
		l.errors++
	}
	return d
}

// Errorf adds an error.
func (l *List) Errorf(code Code, r Range, format string, args ...any) *Diagnostic {
	return l.Add(&Diagnostic{Code: code, Severity: Error, Range: r,
		Message: fmt.Sprintf(format, args...)})
}

// Warnf adds a warning.
func (l *List) Warnf(code Code, r Range, format string, args ...any) *Diagnostic {
	return l.Add(&Diagnostic{Code: code, Severity: Warning, Range: r,
		Message: fmt.Sprintf(format, args...)})
}

// DropWarnings takes the warnings away.
func (l *List) DropWarnings() {
	l.items = slices.DeleteFunc(l.items, func(d *Diagnostic) bool { return d.Severity == Warning })
}

// WarningsToErrors makes an error of each warning; the note says why.
func (l *List) WarningsToErrors(note string) {
	for _, d := range l.items {
		if d.Severity == Warning {
			d.Severity = Error
			d.Help("%s", note)
			l.errors++
		}
	}
}

// All gives the diagnostics in the order in which they were added.
func (l *List) All() []*Diagnostic { return l.items }

// HasErrors tells whether any is an error.
func (l *List) HasErrors() bool { return l.errors > 0 }

// ErrorCount counts the errors.
func (l *List) ErrorCount() int { return l.errors }

// Sorted gives the diagnostics of each source in order of place; the sources in order of first
// appearance.
func (l *List) Sorted() []*Diagnostic {
	rank := map[*Source]int{}
	for _, d := range l.items {
		if _, ok := rank[d.Range.Src]; !ok {
			rank[d.Range.Src] = len(rank)
		}
	}
	out := append([]*Diagnostic(nil), l.items...)
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i].Range, out[j].Range
		if a.Src != b.Src {
			return rank[a.Src] < rank[b.Src]
		}
		return a.Start < b.Start
	})
	return out
}

// Render writes all diagnostics, sorted, as the user sees them.
func (l *List) Render(w io.Writer) error {
	for _, d := range l.Sorted() {
		if _, err := io.WriteString(w, Format(d)); err != nil {
			return err
		}
	}
	return nil
}

// Format renders one diagnostic: header, source line, caret line, and the same for each note.
func Format(d *Diagnostic) string {
	var b strings.Builder
	writeIncludes(&b, d.Range.Src)
	where := d.Range.written()
	b.WriteString(header(where, d.Severity, d.Message, d.Code))
	b.WriteByte('\n')
	snippet(&b, where)
	for _, n := range d.Notes {
		where := n.Range.written()
		b.WriteString(header(where, Info, n.Message, ""))
		b.WriteByte('\n')
		snippet(&b, where)
	}
	return b.String()
}

func header(r Range, s Severity, msg string, code Code) string {
	var b strings.Builder
	if r.IsValid() {
		p := r.Position()
		fmt.Fprintf(&b, "%s:%d:%d: ", p.File, p.Line, p.Col)
	}
	b.WriteString(s.String())
	b.WriteString(": ")
	b.WriteString(msg)
	if code != "" {
		b.WriteString(" [")
		b.WriteString(string(code))
		b.WriteString("]")
	}
	return b.String()
}

func writeIncludes(b *strings.Builder, s *Source) {
	if s == nil || s.Parent == nil {
		return
	}
	writeIncludes(b, s.Parent)
	p := s.IncludedAt.Position()
	fmt.Fprintf(b, "in the file included at %s:%d:\n", p.File, p.Line)
}

// maxShown bounds the part of a very long line that is shown: columns beyond it help nobody in a
// terminal.
const maxShown = 160

const ellipsis = "..."

// firstRunes cuts a string that is longer than n characters; it looks at no more than it shows.
func firstRunes(s string, n int) string {
	i := 0
	for i < len(s) {
		if n == 0 {
			return s[:i] + ellipsis
		}
		_, w := utf8.DecodeRuneInString(s[i:])
		i += w
		n--
	}
	return s
}

// lastRunes cuts at the front.
func lastRunes(s string, n int) string {
	i := len(s)
	for i > 0 {
		if n == 0 {
			return ellipsis + s[i:]
		}
		_, w := utf8.DecodeLastRuneInString(s[:i])
		i -= w
		n--
	}
	return s
}

// snippet shows the first line of a range with a caret under its first character and tildes under
// the rest.
func snippet(b *strings.Builder, r Range) {
	if !r.IsValid() || int(r.Start) > len(r.Src.Text) {
		return
	}
	line := r.Src.LineRange(r.Src.PhysicalLine(int(r.Start)))
	start := min(r.Start, line.End)
	end := max(min(r.End, line.End), start)
	before := lastRunes(strings.TrimPrefix(Range{r.Src, line.Start, start}.Text(), "\ufeff"),
		maxShown*3/4)
	marked := firstRunes(Range{r.Src, start, end}.Text(), maxShown)
	after := ""
	if !strings.HasSuffix(marked, ellipsis) {
		after = firstRunes(Range{r.Src, end, line.End}.Text(), maxShown)
	}
	number := strconv.Itoa(r.Position().Line)
	for len(number) < 5 {
		number = " " + number
	}
	fmt.Fprintf(b, "%s | %s%s%s\n", number, before, marked, after)
	b.WriteString(strings.Repeat(" ", len(number)))
	b.WriteString(" | ")
	for _, c := range before {
		if c == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteByte('^')
	if n := utf8.RuneCountInString(marked); n > 1 {
		b.WriteString(strings.Repeat("~", n-1))
	}
	b.WriteByte('\n')
}
