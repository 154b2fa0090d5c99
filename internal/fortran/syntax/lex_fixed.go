package syntax

import "strings"

// fixedLine is a physical line of fixed form.
type fixedLine struct {
	start, end int // of the line, line ending excluded
	next       int
	text       int // where the statement field begins
	limit      int // end of the statement field
	short      int // columns that the line lacks to the last one of the statement field
	cont       bool
	comment    bool
}

// splitFixed finds the fields of the line at pos (F2018 6.3.3): label field in columns 1 to 5,
// continuation mark in 6, statement in 7 to 72. A tab in the first six columns moves to column 7,
// or to 6 if a digit other than 0 follows.
func (r *lineReader) splitFixed(pos int) fixedLine {
	end, next := r.lineEnd(pos)
	f := fixedLine{start: pos, end: end, next: next, limit: end}
	s := r.text
	i := skipBlanks(s, pos, end)
	if i == end {
		f.comment = true
		return f
	}
	if i < pos+labelField+1 && isIncludeLine(s[i:end]) {
		f.text = i
		return f
	}
	col, j, tab := 0, pos, false
	switch s[pos] {
	case 'c', 'C', '*', '!':
		if !r.conditional(pos, end) {
			f.comment = true
			return f
		}
		col, j = 2, pos+2
	case 'd', 'D':
		if !r.opt.DLines {
			f.comment = true
			return f
		}
		col, j = 1, pos+1
	case '#':
		return f
	case '&': // GNU: & in column 1 continues
		f.cont, f.text = true, pos+1
		f.limit, f.short = r.fixedLimit(pos, end, 0)
		return f
	}
	for j < end && col < labelField && !tab {
		if s[j] == '\t' {
			tab = true
		} else if s[j] == '!' {
			f.comment = true
			return f
		}
		j++
		col++
	}
	if tab {
		if j < end && s[j]-'1' < 9 {
			f.cont = true
			j++
		}
		f.text = j
		f.limit, f.short = r.fixedLimit(j, end, 6)
		return f
	}
	if j >= end {
		f.text = end
		return f
	}
	if s[j] != ' ' && s[j] != '0' && s[j] != '\t' {
		f.cont = true
	}
	f.text = j + 1
	f.limit, f.short = r.fixedLimit(j+1, end, 6)
	if !f.cont && i > pos && s[i] == '!' {
		f.comment = true
	}
	return f
}

// labelField is the number of columns for a label.
const labelField = 5

// isIncludeLine tells whether a line, blanks in front excluded, is an INCLUDE line by itself.
// Compilers take one in any column of fixed form, where the word could otherwise begin in a label
// field only by mistake.
func isIncludeLine(s string) bool {
	const word = "include"
	if len(s) < len(word) || !strings.EqualFold(s[:len(word)], word) {
		return false
	}
	i := skipBlanks(s, len(word), len(s))
	if i >= len(s) || s[i] != '\'' && s[i] != '"' {
		return false
	}
	n := strings.IndexByte(s[i+1:], s[i])
	if n < 0 {
		return false
	}
	i = skipBlanks(s, i+n+2, len(s))
	return i == len(s) || s[i] == '!'
}

// FixedWidth is the last significant column of fixed form, 0 if there is none.
func (o *Options) FixedWidth() int { return fixedWidth(o.FixedLineLength) }

// FixedWidth is that of the options by which the file was read.
func (f *File) FixedWidth() int { return fixedWidth(f.FixedLineLength) }

func fixedWidth(length int) int {
	switch {
	case length == 0:
		return 72
	case length < 0:
		return 0
	}
	return length
}

// fixedLimit is the end of the statement field that begins at from in 0-based column col, and the
// number of columns that a shorter line lacks.
func (r *lineReader) fixedLimit(from, end, col int) (limit, short int) {
	width := r.opt.FixedWidth()
	if width == 0 {
		return end, 0
	}
	limit = from + width - col
	if limit > end {
		return end, limit - end
	}
	return limit, 0
}

// nextFixed gathers a logical line of fixed form: blanks outside character contexts are taken out,
// for they mean nothing.
func (r *lineReader) nextFixed() (ln line, ok bool) {
	orphan := false
	for r.pos < len(r.text) {
		f := r.splitFixed(r.pos)
		r.pos = f.next
		switch {
		case f.comment:
			i := skipBlanks(r.text, f.start, f.end)
			if i < f.end && r.xmpLine(i, f.end) {
				if ln, ok := r.gatherXMP(i, f.end, f.next); ok {
					return ln, true
				}
			} else if i < f.end {
				r.comment(i, f.end)
			}
			continue
		case r.text[f.start] == '#':
			r.hashLine(f.start, f.end, f.next)
			continue
		case f.cont && orphan:
			continue // said once for the lines in a row
		case f.cont:
			orphan = true
			r.diags.Errorf("C0008", r.src.Range(f.start, f.end),
				"a continuation line without a statement to continue").
				Help("column 6 of a fixed-form line must be blank or 0 unless it continues the " +
					"line before")
			continue
		}
		return r.gatherFixed(f), true
	}
	return line{}, false
}

// gatherFixed reads a statement's initial line and its continuation lines.
func (r *lineReader) gatherFixed(f fixedLine) line {
	ln := line{fixed: true, label: r.fixedLabel(f)}
	r.joined, r.offs = r.joined[:0], r.offs[:0]
	g := fixedGather{lineReader: r}
	g.add(f)
	for pos := r.pos; pos < len(r.text); {
		f = r.splitFixed(pos)
		pos = f.next
		if f.comment || r.text[f.start] == '#' {
			continue // looked at by passed, or by nextFixed if the statement ends here
		}
		if !f.cont {
			break
		}
		r.passed(r.pos, f.start)
		r.pos = f.next
		g.add(f)
	}
	ln.buf, ln.offs = string(r.joined), append([]int32(nil), r.offs...)
	return ln
}

// passed looks at the comment and marker lines between two lines of one statement.
func (r *lineReader) passed(from, to int) {
	for from < to {
		f := r.splitFixed(from)
		if i := skipBlanks(r.text, f.start, f.end); f.comment && i < f.end {
			r.comment(i, f.end)
		} else if i < f.end && r.text[f.start] == '#' {
			r.hashLine(f.start, f.end, f.next)
		}
		from = f.next
	}
}

// fixedLabel reads the label field.
func (r *lineReader) fixedLabel(f fixedLine) *Label {
	start := f.start
	switch r.text[start] {
	case '!', 'c', 'C', '*':
		start += 2 // conditional compilation sentinel
	case 'd', 'D':
		start++
	}
	first, last, value := -1, -1, 0
	for i := start; i < f.text && i < f.end && i < f.start+labelField; i++ {
		c := r.text[i]
		switch {
		case isDigit(c):
			if first < 0 {
				first = i
			}
			last, value = i, value*10+int(c-'0')
		case !isBlank(c):
			r.diags.Errorf("C0008", r.src.Range(i, i+1),
				"unexpected character in the label field of a fixed-form line").
				Help("a statement starts in column 7; a free-form file should end in .f90")
			return nil
		}
	}
	if first < 0 {
		return nil
	}
	return &Label{Range: r.src.Range(first, last+1), Value: value}
}

// fixedGather holds the character context while lines are joined.
type fixedGather struct {
	*lineReader
	quote byte
	holl  int // characters of a Hollerith constant still to come
}

func (g *fixedGather) put(c byte, off int) {
	g.joined = append(g.joined, c)
	g.offs = append(g.offs, int32(off))
}

// add appends the statement field of a line.
func (g *fixedGather) add(f fixedLine) {
	s := g.text
	for i := f.text; i < f.limit; i++ {
		c := s[i]
		switch {
		case g.holl > 0:
			g.holl--
			g.put(c, i)
		case g.quote != 0:
			if c == g.quote {
				g.quote = 0
			}
			g.put(c, i)
		case isBlank(c):
		case c == '!':
			return
		case c == '\'' || c == '"':
			g.quote = c
			g.put(c, i)
		case c-'1' < 9 && (len(g.joined) == 0 || !isDigit(g.joined[len(g.joined)-1])):
			prev := string(g.joined[max(0, len(g.joined)-2):])
			format := len(g.joined) >= 7 && isFormat(string(g.joined[:7]))
			if t, n := hollerith(s, i, f.limit, prev, format); n >= 0 {
				for ; i < t; i++ {
					g.put(s[i], i)
				}
				i--
				g.holl = n
				continue
			}
			g.put(c, i)
		default:
			g.put(c, i)
		}
	}
	// A character constant that goes on in the next line includes the blanks up to the last column.
	if (g.quote != 0 || g.holl > 0) && !g.opt.Unpadded {
		for n := f.short; n > 0; n-- {
			if g.quote == 0 {
				if g.holl == 0 {
					break
				}
				g.holl--
			}
			g.put(' ', -1)
		}
	}
}
