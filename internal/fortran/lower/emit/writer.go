package emit

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// writer puts out the source with plans applied. It knows which line the back end believes the next
// one to be, and writes a line marker wherever that would be wrong.
type writer struct {
	b        pieces
	fixed    bool
	width    int // of lines of fixed form
	plans    map[syntax.Stmt]*Plan
	edits    []SourceEdit
	includes map[*diag.Source]*syntax.Include
	file     string
	line     int
	// generated is the place of the generated line that was written last: where the text is to be
	// readable, those behind it for the same place have no marker.
	readable  bool
	generated place
	// stmts are those of the file, index where each stands there: lines around the frame of a unit
	// take the indentation of neighbours.
	stmts []syntax.Stmt
	// atBegin: nothing has been written on the present line.
	atBegin bool
}

type place struct {
	file string
	line int
}

// placeOf is where a range begins.
func placeOf(r diag.Range) (p place) {
	if r.Src != nil {
		p.file, p.line = r.Src.FileLine(int(r.Start))
	}
	return p
}

// File gives the text of a file. The edits are in the order of their places. readable: the text is
// for people, and generated lines for one statement have one line marker.
func File(f *syntax.File, plans map[syntax.Stmt]*Plan, edits []SourceEdit, readable bool) string {
	w := &writer{readable: readable,
		fixed: f.Form == syntax.Fixed, width: f.FixedWidth(), plans: plans, edits: edits,
		includes: map[*diag.Source]*syntax.Include{}, atBegin: true}
	if w.width == 0 { // no line ends a statement field; any length will do
		w.width = defaultWidth
	}
	w.stmts = f.Stmts
	for _, inc := range f.Includes {
		w.includes[inc.Src] = inc
	}
	w.source(f.Source, f.Stmts)
	w.beyondEnd(f.Source)
	return w.b.String()
}

// beyondEnd adds an empty line with the number behind the last one. gfortran reads the source line
// of each message that it prepares, also of those that it drops because another form of the
// statement fits. It remembers where lines are, but not where the last one of the file is, where
// much generated text may belong: that it would look for from the beginning each time.
func (w *writer) beyondEnd(src *diag.Source) {
	if w.readable || len(src.Text) == 0 {
		return
	}
	w.finishLine()
	last := src.Position(len(src.Text) - 1)
	w.mark(last.File, last.Line+1)
	w.b.WriteByte('\n')
}

// source writes a source text, whose statements and those of the files it includes are given.
func (w *writer) source(src *diag.Source, stmts []syntax.Stmt) {
	pos := 0
	for i := 0; i < len(stmts); {
		s := stmts[i]
		if s.Info().Range.Src != src {
			inc, n, changed := w.group(src, stmts[i:])
			if changed || inc != nil && !w.readable {
				first := src.PhysicalLine(int(inc.Range.Start))
				w.copy(src, pos, int(src.LineRange(first).Start))
				w.source(inc.Src, stmts[i:i+n])
				w.finishLine()
				pos = NextLine(src, int(inc.Range.End))
			}
			i += n
			continue
		}
		if p := w.plans[s]; p != nil {
			pos = w.stmt(src, pos, s, p)
			*p = Plan{} // the text of a file with a million statements takes as much as their plans
		}
		i++
	}
	w.copy(src, pos, len(src.Text))
}

// group counts the statements at the front that come from one INCLUDE line of src. What the line
// brings is written in its place: the back end, which reads the text elsewhere, could find another
// file than the front end has read. In a text for people the line stays if nothing of it changes.
func (w *writer) group(src *diag.Source, stmts []syntax.Stmt) (inc *syntax.Include, n int,
	changed bool) {
	for _, s := range stmts {
		c := w.childOf(src, s.Info().Range.Src)
		if c == nil || inc != nil && c != inc {
			break
		}
		inc = c
		n++
		changed = changed || w.plans[s] != nil
	}
	if n == 0 { // a statement of a foreign source: cannot be, but must not loop
		n = 1
	}
	return inc, n, changed && inc != nil
}

// childOf gives the INCLUDE line in src through which the text of s was reached.
func (w *writer) childOf(src, s *diag.Source) *syntax.Include {
	for s != nil {
		inc := w.includes[s]
		if inc == nil {
			return nil
		}
		if inc.Range.Src == src {
			return inc
		}
		s = inc.Range.Src
	}
	return nil
}

// NextLine is where the line behind a place of a source begins.
func NextLine(src *diag.Source, off int) int {
	if i := strings.IndexByte(src.Text[off:], '\n'); i >= 0 {
		return off + i + 1
	}
	return len(src.Text)
}

// copy reproduces bytes of the source, with edits of directives.
func (w *writer) copy(src *diag.Source, from, to int) {
	first := sort.Search(len(w.edits), func(i int) bool { return int(w.edits[i].At.Start) >= from })
	for _, e := range w.edits[first:] {
		if int(e.At.Start) > to {
			break
		}
		if e.At.Src != src || int(e.At.Start) < from || int(e.At.End) > to {
			continue
		}
		w.bytes(src, from, int(e.At.Start))
		if w.atBegin {
			w.mark(src.FileLine(int(e.At.Start)))
			w.atBegin = false
		}
		w.b.WriteString(e.Text)
		from = int(e.At.End)
		// lines are counted anew
		if strings.Contains(e.Text, "\n") && from < to && src.Text[from] == '\n' {
			w.b.WriteByte('\n')
			from++
			w.atBegin, w.line = true, -1
		}
	}
	w.bytes(src, from, to)
}

// bytes is copy without edits.
func (w *writer) bytes(src *diag.Source, from, to int) {
	if to <= from {
		return
	}
	if w.atBegin {
		w.mark(src.FileLine(from))
		if w.fixed {
			w.b.WriteString(columnsBefore(src, from))
		}
	}
	w.b.WriteString(src.Text[from:to])
	w.file, w.line = src.FileLine(to)
	w.atBegin = src.Text[to-1] == '\n'
	if !w.atBegin {
		w.line++ // of the line after the present one
	}
}

// columnsBefore is what stands for the part of a line of fixed form that is not written again:
// blanks, so that the rest of the line keeps its columns, and an initial line comes of a
// continuation line.
func columnsBefore(src *diag.Source, at int) string {
	head := []byte(src.Text[src.LineRange(src.PhysicalLine(at)).Start:at])
	tab := -1
	for i, c := range head {
		switch {
		case c == '\t' && tab < 0:
			tab = i
		case c != '\t':
			head[i] = ' '
		}
	}
	if tab >= 0 && tab < labelField && tab+1 < len(head) &&
		isContinuationDigit(src.Text[at-len(head)+tab+1]) {
		// the digit moved the tab to column 6
		return string(append(head[:tab+1:tab+1], head[tab+2:]...))
	}
	if 0 < len(head) && len(head) <= labelField && tab < 0 { // behind an ampersand in column 1
		return strings.Repeat(" ", labelField+1)
	}
	return string(head)
}

const labelField = 5

func isContinuationDigit(c byte) bool { return '1' <= c && c <= '9' }

// mark writes a line marker if the back end would count wrongly.
func (w *writer) mark(file string, line int) {
	if w.file != file || w.line != line {
		w.b.WriteString("# ")
		w.b.WriteString(strconv.Itoa(line))
		w.b.WriteString(` "`)
		w.b.WriteString(strings.ReplaceAll(file, `"`, `\"`))
		w.b.WriteString("\"\n")
		w.file, w.line = file, line
	}
}

func (w *writer) finishLine() {
	if !w.atBegin {
		w.b.WriteByte('\n')
		w.atBegin = true
	}
}

// stmt writes the text from pos up to a planned statement, then the statement, with lines before
// and after its directives. It answers where to go on.
func (w *writer) stmt(src *diag.Source, pos int, s syntax.Stmt, p *Plan) int {
	inner := *p
	start := int(s.Info().Range.Start)
	lead := src.Text[src.LineRange(src.PhysicalLine(start)).Start:start]
	if strings.Trim(lead, " \t") != "" || w.fixed {
		lead = ""
	}
	if from := int(p.EntriesAt); from > 0 && from >= pos {
		w.copy(src, pos, from)
		w.lines(lead, p.Before[:p.Entries])
		inner.Before, pos = p.Before[p.Entries:], from
	}
	if from := int(p.StartsAt); from > 0 && from >= pos {
		w.copy(src, pos, from)
		w.lines(lead, inner.Before)
		inner.Before, pos = nil, from
	}
	if p.EndsAt > 0 {
		inner.After = nil
	}
	pos = w.statement(src, pos, s, &inner)
	if to := int(p.EndsAt); to > 0 {
		w.copy(src, pos, to)
		w.finishLine()
		w.lines(lead, p.After)
		pos = NextLine(src, to)
	}
	return pos
}

// statement writes a planned statement without regard to directives.
func (w *writer) statement(src *diag.Source, pos int, s syntax.Stmt, p *Plan) int {
	base := s.Info()
	start, end := int(base.Range.Start), int(base.Range.End)
	rest := int(src.LineRange(src.PhysicalLine(end)).End)
	begin := max(pos, int(src.LineRange(src.PhysicalLine(start)).Start))
	if before := w.before(s); before >= 0 {
		if pos < before {
			w.copy(src, pos, before)
		}
		w.finishLine()
		pos = start
	}
	w.copy(src, pos, begin)
	lead := src.Text[begin:start]
	indent := lead[:len(lead)-len(strings.TrimLeft(lead, " \t"))]
	if pos == start {
		lead = ""
	}
	// another statement stands in front, or was written already up to here
	if strings.Trim(lead, " \t") != "" {
		w.copy(src, begin, begin+len(strings.TrimRight(lead, " \t;")))
		w.finishLine()
	} else if !w.atBegin {
		w.finishLine()
	}
	label := ""
	if base.Label != nil {
		label = base.Label.Range.Text()
	}
	if w.fixed {
		indent = ""
	}
	if label != "" && len(p.Before) > 0 && base.DoTerminal == 0 {
		w.logical(indent, label, "continue", base.Range)
		label = ""
	}
	if p.Terminal {
		last := label
		label = ""
		defer func() { w.logical(indent, last, "continue", base.Range) }()
	}
	w.lines(w.bodyIndent(s, indent), p.Before)
	switch {
	case p.Replaced && p.Text == "" && label == "":
	case p.Replaced && p.Text == "":
		w.logical(indent, label, "continue", base.Range)
	case p.Replaced:
		w.logical(indent, label, p.named(s)+w.comment(src, end, rest), base.Range)
	case label == "" && base.Label != nil:
		w.logical(indent, "", edit.Flat(s), base.Range)
	default:
		return w.unchanged(src, s, begin, rest, p, w.bodyIndent(s, indent))
	}
	w.lines(w.bodyIndent(s, indent), p.After)
	return w.trailing(src, s, rest)
}

// before gives the end of the statement in front of s if the separator of the two stands on
// continuation lines, as in
//
//	a = b &
//	  & ; c = d
//
// and -1 else. No mark of a continuation may then be left where one of the two has become lines of
// its own.
func (w *writer) before(s syntax.Stmt) int {
	i := syntax.IndexOf(s) - 1
	if i < 0 {
		return -1
	}
	r := s.Info().Range
	before := w.stmts[i].Info().Range
	if before.Src != r.Src || before.End > r.Start ||
		!w.continued(r.Src.Text[before.End:r.Start], r) {
		return -1
	}
	return int(before.End)
}

// behind gives the start of the statement behind s in the same way.
func (w *writer) behind(s syntax.Stmt) int {
	if i := syntax.IndexOf(s) + 1; i < len(w.stmts) && w.before(w.stmts[i]) >= 0 {
		return int(w.stmts[i].Info().Range.Start)
	}
	return -1
}

// continued tells whether text, which separates a statement from the one at r, holds a
// continuation.
func (w *writer) continued(text string, r diag.Range) bool {
	if !strings.Contains(text, ";") || !strings.Contains(text, "\n") {
		return false
	}
	if w.fixed {
		first := r.Src.Text[r.Src.LineRange(r.Src.PhysicalLine(int(r.Start))).Start:r.Start]
		return len(first) > 5 && strings.Trim(first[:5], " ") == "" && first[5] != ' ' &&
			first[5] != '0'
	}
	for _, line := range strings.Split(text, "\n") {
		if line, _, _ = strings.Cut(line, "!"); strings.Contains(line, "&") {
			return true
		}
	}
	return false
}

// unchanged reproduces a statement that only has lines before or after it.
func (w *writer) unchanged(src *diag.Source, s syntax.Stmt, begin, rest int, p *Plan,
	indent string) int {
	start, end := int(s.Info().Range.Start), int(s.Info().Range.End)
	if strings.Trim(src.Text[begin:start], " \t") != "" { // another statement stands in front
		begin = start
	}
	if len(p.After) == 0 {
		w.copy(src, begin, end)
		return end
	}
	if next := w.behind(s); next >= 0 {
		w.copy(src, begin, end)
		w.finishLine()
		w.lines(indent, p.After)
		return next
	}
	tail := src.Text[end:rest]
	if strings.HasPrefix(strings.TrimLeft(tail, " \t"), ";") {
		w.copy(src, begin, end)
		w.finishLine()
		w.lines(indent, p.After)
		return end + strings.Index(tail, ";") + 1
	}
	w.copy(src, begin, rest)
	w.finishLine()
	w.lines(indent, p.After)
	return NextLine(src, rest)
}

// comment is the comment behind a statement, which a replaced statement keeps in free form.
func (w *writer) comment(src *diag.Source, end, rest int) string {
	if tail := src.Text[end:rest]; !w.fixed &&
		strings.HasPrefix(strings.TrimLeft(tail, " \t"), "!") {
		return tail
	}
	return ""
}

// named is the replaced text with the construct name.
func (p *Plan) named(s syntax.Stmt) string {
	if p.DropName {
		return p.Text
	}
	return edit.WithName(s, p.Text)
}

// trailing skips or keeps what follows a replaced statement on its last line.
func (w *writer) trailing(src *diag.Source, s syntax.Stmt, rest int) int {
	if next := w.behind(s); next >= 0 {
		return next
	}
	end := int(s.Info().Range.End)
	tail := strings.TrimLeft(src.Text[end:rest], " \t")
	if strings.HasPrefix(tail, ";") {
		next := end + strings.IndexByte(src.Text[end:rest], ';') + 1
		if strings.Trim(src.Text[next:rest], " \t") != "" {
			return next
		}
	}
	return NextLine(src, rest)
}

func (w *writer) lines(indent string, list []Line) {
	for _, l := range list {
		at := placeOf(l.At)
		if !w.readable || at != w.generated || w.file != at.file {
			w.finishLine()
			w.mark(at.file, at.line)
			w.generated = at
		}
		w.put(indent, "", l.Text)
	}
}

// defaultWidth is the last significant column of fixed form, if nothing else is said.
const defaultWidth = 72

// logical writes one logical line of the user's at the place of the given range.
func (w *writer) logical(indent, label, text string, at diag.Range) {
	w.finishLine()
	w.generated = placeOf(at)
	w.mark(w.generated.file, w.generated.line)
	w.put(indent, label, text)
}

// put writes a logical line. Lines that text has already are those of free form.
func (w *writer) put(indent, label, text string) {
	w.finishLine()
	text = edit.WithoutIndices(text)
	if directive := strings.TrimLeft(text, " "); w.fixed && isSentinel(directive) {
		w.b.WriteString(directive + "\n")
		w.line += 1 + strings.Count(directive, "\n")
		return
	}
	if w.fixed {
		if label == "" {
			label, text = generatedLabel(text)
		}
		w.fixedLine(label, text)
		return
	}
	w.b.WriteString(indent)
	if label != "" {
		w.b.WriteString(label)
		w.b.WriteString(" ")
	}
	w.line++
	if n := strings.Count(text, "\n"); n > 0 {
		w.line += n
		text = strings.ReplaceAll(text, "\n", "\n"+indent)
	}
	w.b.WriteString(text)
	w.b.WriteString("\n")
}

// bodyIndent is the indentation of generated lines at a statement: at the frame of a program unit
// that of the statements inside.
func (w *writer) bodyIndent(s syntax.Stmt, indent string) string {
	step := 0
	switch s := s.(type) {
	case *syntax.ProgramStmt, *syntax.ModuleStmt, *syntax.SubmoduleStmt, *syntax.ProcStmt:
		step = 1
	case *syntax.ContainsStmt:
		step = -1
	case *syntax.EndStmt:
		switch s.Kind {
		case syntax.EndProgram, syntax.EndModule, syntax.EndSubmodule, syntax.EndSubroutine,
			syntax.EndFunction, syntax.EndProcedure, syntax.EndAny:
			step = -1
		}
	}
	i := syntax.IndexOf(s) + step
	if step == 0 || w.fixed || i < 0 || i >= len(w.stmts) {
		return indent
	}
	r := w.stmts[i].Info().Range
	lead := r.Src.Text[r.Src.LineRange(r.Src.PhysicalLine(int(r.Start))).Start:r.Start]
	if strings.Trim(lead, " \t") != "" || len(lead) < len(indent) {
		return indent
	}
	return lead
}

// generatedLabel cuts off the label of a generated line.
func generatedLabel(text string) (label, statement string) {
	from := strings.TrimLeft(text, " ")
	if statement = strings.TrimLeft(from, "0123456789"); statement == from {
		return "", text
	}
	return from[:len(from)-len(statement)], strings.TrimLeft(statement, " ")
}

// fixedLine cuts a logical line at the last column; in fixed form that may be anywhere, inside
// tokens too (F2018 6.3.3.3).
func (w *writer) fixedLine(label, text string) {
	out := fmt.Sprintf("%-5s ", label) + text
	for first := true; first || out != ""; first = false {
		n := min(w.width, len(out))
		w.b.WriteString(out[:n] + "\n")
		w.line++
		out = out[n:]
		if out != "" {
			out = "     &" + out
		}
	}
}

// isSentinel tells whether a line of fixed form is a directive.
func isSentinel(text string) bool {
	return len(text) > 2 && strings.IndexByte("!cC*", text[0]) >= 0 &&
		strings.IndexByte(text[1:min(8, len(text))], '$') >= 0
}
