package holders

import "strings"

// fixedStyle is how a program looks in fixed form.
type fixedStyle uint8

const (
	freeForm  fixedStyle = iota
	fullLines            // lines that end in column 72, wherever that is
	noBlanks             // without blanks outside of literals
	tabs                 // tab formatting, as DEC's compilers have it
	sequenced            // short lines with sequence numbers behind column 72
	fixedStyles
)

func (s fixedStyle) String() string {
	return []string{"", "fixed form", "fixed form without blanks", "fixed form with tabs",
		"fixed form with sequence numbers"}[s]
}

// inFixedForm turns a program of the generator into fixed form.
func inFixedForm(text string, style fixedStyle) string {
	var b strings.Builder
	for _, line := range logicalLines(text) {
		if strings.HasPrefix(line, "!") {
			b.WriteString(line + "\n")
			continue
		}
		if style == noBlanks {
			line = outsideOfLiterals(line, func(c byte) string {
				return strings.TrimSpace(string(c))
			})
		}
		width, first, next := 66, "      ", "     &"
		switch style {
		case tabs: // a digit behind the tab continues a line
			first, next = "\t", "\t1"
		case sequenced:
			width = 66 - 2*(len(line)%9)
		}
		head := first
		for at, end := 0, 0; at < len(line); at, head = end, next {
			if end = min(at+width, len(line)); width < 66 {
				end = outsideOfLiteral(line, at, end)
			}
			part := line[at:end]
			b.WriteString(head + part)
			if style == sequenced && width == 66 && len(part) == 66 {
				b.WriteString("end do  ")
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// outsideOfLiteral is where a line that does not end in column 72 may end: a literal would go on
// with blanks.
func outsideOfLiteral(line string, at, end int) int {
	quote := byte(0)
	last := at
	for i := range end {
		switch c := line[i]; {
		case quote == 0 && (c == '\'' || c == '"'):
			quote, last = c, i
		case c == quote:
			quote = 0
		}
	}
	switch {
	case quote == 0 || end == len(line):
		return end
	case last > at:
		return last
	}
	return min(at+66, len(line)) // a whole line of the literal
}

// logicalLines are the lines of a free-form text, joined where they are continued, without comments
// behind statements.
func logicalLines(text string) (lines []string) {
	whole := ""
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		l = strings.TrimLeft(l, " ")
		if strings.HasPrefix(l, "!") && whole == "" {
			lines = append(lines, l)
			continue
		}
		if whole != "" {
			l = strings.TrimPrefix(l, "&")
		}
		if before, continued := strings.CutSuffix(l, "&"); continued {
			whole += before
			continue
		}
		whole = strings.TrimRight(withoutComment(whole+l), " ")
		lines = append(lines, whole)
		whole = ""
	}
	return lines
}

func withoutComment(line string) string {
	over := false
	return outsideOfLiterals(line, func(c byte) string {
		over = over || c == '!'
		if over {
			return ""
		}
		return string(c)
	})
}

// outsideOfLiterals replaces each character that does not stand in a character literal.
func outsideOfLiterals(line string, f func(c byte) string) string {
	var b strings.Builder
	quote := byte(0)
	for i := range len(line) {
		c := line[i]
		switch {
		case quote != 0:
			b.WriteByte(c)
			if c == quote {
				quote = 0
			}
			continue
		case c == '\'' || c == '"':
			if text := f(c); text != "" {
				quote = c
			}
		}
		b.WriteString(f(c))
	}
	return b.String()
}
