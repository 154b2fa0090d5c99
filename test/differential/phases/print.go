package phases

import (
	"fmt"
	"strings"
)

// printer writes statements in free or fixed form.
type printer struct {
	b      strings.Builder
	fixed  bool
	depth  int
	pre    string // in front of the next statement: IF (..)
	labels map[Stmt]int
	next   int // the label of the next statement
}

// labelOf gives a construct its label.
func (p *printer) labelOf(s Stmt) int {
	if p.labels == nil {
		p.labels = map[Stmt]int{}
	}
	if p.labels[s] == 0 {
		p.labels[s] = 10 * (len(p.labels) + 1)
	}
	return p.labels[s]
}

// label is that of the next line; a statement can have one only.
func (p *printer) label(n int) {
	if p.next != 0 {
		p.line("continue")
	}
	p.next = n
}

func (p *printer) body(list []Stmt) {
	p.depth++
	for _, s := range list {
		s.print(p)
	}
	if p.next != 0 { // the last of the list had its label on the next one
		p.line("continue")
	}
	p.depth--
}

// line writes a statement, continued where it is too long.
func (p *printer) line(text string) {
	if text == "" {
		p.b.WriteString("\n")
		return
	}
	text = p.pre + text
	p.pre = ""
	label := ""
	if p.next != 0 {
		label = fmt.Sprint(p.next)
		p.next = 0
	}
	indent := strings.Repeat("  ", min(p.depth, 10))
	if p.fixed {
		p.fixedLine(label, text)
		return
	}
	if label != "" {
		indent = fmt.Sprintf("%-*s ", max(len(indent)-1, 0), label)
	}
	for len(text) > 96-len(indent) {
		at := breakAt(text, 94-len(indent))
		if at == 0 { // within a name or number
			at = 90 - len(indent)
			p.b.WriteString(indent + text[:at] + "&\n")
			text = "&" + text[at:]
		} else {
			p.b.WriteString(indent + text[:at] + " &\n")
			text = "  " + text[at:]
		}
		indent = strings.Repeat(" ", len(indent))
	}
	p.b.WriteString(indent + text + "\n")
}

// breakAt finds the last blank outside of a character constant up to a column; 0: none.
func breakAt(text string, limit int) int {
	quoted, at := false, 0
	for k, c := range []byte(text[:limit]) {
		if c == '\'' {
			quoted = !quoted
		}
		if c == ' ' && !quoted && k > 4 {
			at = k
		}
	}
	return at
}

func (p *printer) fixedLine(label, text string) {
	start := fmt.Sprintf("%-5s ", label)
	for len(text) > 66 {
		p.b.WriteString(start + text[:66] + "\n")
		text, start = text[66:], "     &"
	}
	p.b.WriteString(start + text + "\n")
}
