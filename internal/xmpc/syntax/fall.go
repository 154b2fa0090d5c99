package syntax

import (
	"strings"
	"unicode"
)

// A comment in front of a label of switch tells the C compiler that the statement before goes on
// there. Preprocessing takes comments away, and the compiler would warn of what the user has said;
// an attribute says it as well.

// fallsInto notes that such a comment stands in front of the case or default that comes next. Only
// where a statement has ended may another one stand.
func (p *parser) fallsInto() {
	if p.directive != nil || p.pos == 0 || !p.tokens[p.pos-1].Is(";") &&
		!p.tokens[p.pos-1].Is("}") {
		return
	}
	src := p.file.Source
	if src.Written == nil {
		return
	}
	pos := src.Position(int(p.tok().Start))
	own := src.Written(pos.File)
	if own == nil || pos.Line > own.LineCount() {
		return
	}
	text := own.LineRange(pos.Line).Text()
	at := strings.Index(text, p.tok().Text)
	if at < 0 {
		return // a macro's
	}
	text = strings.TrimSpace(text[:at])
	for line := pos.Line - 1; line > 0 && (text == "" || strings.HasPrefix(text, "#")); line-- {
		text = strings.TrimSpace(own.LineRange(line).Text())
	}
	if saysFall(lastComment(text)) {
		p.file.Falls = append(p.file.Falls, p.pos)
	}
}

// lastComment is what a comment at the end of a line says.
func lastComment(text string) string {
	if strings.HasSuffix(text, "*/") {
		return text[max(strings.LastIndex(text, "/*"), 0):]
	}
	if i := strings.LastIndex(text, "//"); i >= 0 {
		return text[i:]
	}
	return ""
}

// saysFall knows "fall through", "FALLTHRU", "falls-through" and their like.
func saysFall(comment string) bool {
	_, rest, found := strings.Cut(strings.ToLower(comment), "fall")
	if !found {
		return false
	}
	rest = strings.TrimLeftFunc(rest,
		func(r rune) bool { return r == '-' || r == '_' || unicode.IsSpace(r) || r == 's' })
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "ing"), " -")
	return strings.HasPrefix(rest, "thr")
}
