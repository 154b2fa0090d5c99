package syntax

import (
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// punctuation, longest first. ':' is always a token of its own, so that a[::2] is two colons.
var punctuation = []string{"...", "<<=", ">>=", "%:%:", "->", "++", "--", "<<", ">>", "<=", ">=",
	"==", "!=", "&&", "||", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##",
	"<:", ":>", "<%", "%>", "%:"}

var digraphs = map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}", "%:": "#",
	"%:%:": "##"}

// lex splits a text. It accepts any text: what is no token of C becomes punctuation of one byte.
func lex(src *diag.Source) *stream {
	l := lexer{stream: stream{src: src, macros: map[int][]change{}}, text: src.Text,
		lineStart: true}
	for l.pos < len(l.text) {
		l.next()
	}
	l.add(EOF, len(l.text), len(l.text))
	return &l.stream
}

type lexer struct {
	stream
	text      string
	pos       int
	lineStart bool
}

func (l *lexer) add(kind Kind, start, end int) {
	text := l.text[start:end]
	if other, ok := digraphs[text]; ok && kind == Punct {
		text = other
	}
	l.tokens = append(l.tokens, Token{Kind: kind, Text: text, Start: int32(start), End: int32(end)})
}

func (l *lexer) next() {
	c := l.text[l.pos]
	rest := l.text[l.pos:]
	switch {
	case c == '\n':
		l.lineStart = true
		l.pos++
		return
	case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		l.pos++
		return
	case strings.HasPrefix(rest, "\\\n"):
		l.pos += 2
		return
	case strings.HasPrefix(rest, "//"):
		l.pos = l.lineEnd(l.pos)
		return
	case strings.HasPrefix(rest, "/*"):
		if i := strings.Index(rest[2:], "*/"); i >= 0 {
			l.pos += i + 4
		} else {
			l.pos = len(l.text)
		}
		return
	case l.lineStart && (c == '#' || strings.HasPrefix(rest, "%:")):
		l.directive()
		return
	}
	l.lineStart = false
	start := l.pos
	switch {
	case isLetter(c) || universal(rest) > 0:
		for l.pos < len(l.text) {
			if n := universal(l.text[l.pos:]); n > 0 {
				l.pos += n
			} else if isLetter(l.text[l.pos]) || isDigit(l.text[l.pos]) {
				l.pos++
			} else {
				break
			}
		}
		if l.pos < len(l.text) && l.text[l.pos] == '"' && isRawPrefix(l.text[start:l.pos]) &&
			l.raw(start) {
			return
		}
		if l.pos < len(l.text) && (l.text[l.pos] == '"' || l.text[l.pos] == '\'') &&
			isPrefix(l.text[start:l.pos]) {
			l.quoted(start)
			return
		}
		l.add(Ident, start, l.pos)
	case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
		l.number(start)
	case c == '"' || c == '\'':
		l.quoted(start)
	default:
		l.punct(start)
	}
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// universal is the length of a universal character name (C11 6.4.3), as gcc's preprocessor writes
// letters beyond ASCII; 0: there is none.
func universal(text string) int {
	n := 0
	switch {
	case strings.HasPrefix(text, `\u`):
		n = 6
	case strings.HasPrefix(text, `\U`):
		n = 10
	}
	if n == 0 || len(text) < n || strings.Trim(text[2:n], "0123456789abcdefABCDEF") != "" {
		return 0
	}
	return n
}

// isPrefix tells encoding prefixes of strings.
func isPrefix(word string) bool { return word == "L" || word == "u" || word == "U" || word == "u8" }

// isRawPrefix tells prefixes of raw strings, which GNU C has.
func isRawPrefix(word string) bool {
	return word == "R" || strings.HasSuffix(word, "R") && isPrefix(word[:len(word)-1])
}

// raw takes a raw string, R"x( .. )x", whose prefix has been read; false: it is none.
func (l *lexer) raw(start int) bool {
	rest := l.text[l.pos+1:]
	open := strings.IndexAny(rest, "( )\\\t\v\f\n\"")
	if open < 0 || open > 16 || rest[open] != '(' {
		return false
	}
	end := strings.Index(rest[open:], ")"+rest[:open]+"\"")
	if end < 0 {
		return false
	}
	l.pos += 1 + open + end + 1 + open + 1
	l.add(String, start, l.pos)
	return true
}

// number takes a preprocessing number: 1e-5, 0x1p+3, 0x10ULL, 1.f, 1'000.
func (l *lexer) number(start int) {
	for l.pos < len(l.text) {
		c := l.text[l.pos]
		if c == '\'' && l.pos+1 < len(l.text) && l.pos > start &&
			(isLetter(l.text[l.pos+1]) || isDigit(l.text[l.pos+1])) {
			l.pos++ // a separator of digits
			continue
		}
		sign := (c == '+' || c == '-') && l.pos > start &&
			strings.IndexByte("eEpP", l.text[l.pos-1]) >= 0
		if !sign && c != '.' && !isLetter(c) && !isDigit(c) {
			break
		}
		l.pos++
	}
	l.add(Number, start, l.pos)
}

// quoted takes a string or character constant, whose prefix has been read. One that is not closed
// ends with its line.
func (l *lexer) quoted(start int) {
	quote := l.text[l.pos]
	l.pos++
	for l.pos < len(l.text) && l.text[l.pos] != quote && l.text[l.pos] != '\n' {
		if l.text[l.pos] == '\\' && l.pos+1 < len(l.text) {
			l.pos++
		}
		l.pos++
	}
	if l.pos < len(l.text) && l.text[l.pos] == quote {
		l.pos++
	}
	l.pos = min(l.pos, len(l.text))
	l.add(String, start, l.pos)
}

func (l *lexer) punct(start int) {
	length := 1
	for _, p := range punctuation {
		if strings.HasPrefix(l.text[start:], p) {
			length = len(p)
			break
		}
	}
	l.pos += length
	l.add(Punct, start, l.pos)
}

// lineEnd is where the line that holds pos ends; a backslash joins lines.
func (l *lexer) lineEnd(pos int) int {
	for pos < len(l.text) && l.text[pos] != '\n' {
		if l.text[pos] == '\\' && pos+1 < len(l.text) && l.text[pos+1] == '\n' {
			pos++
		}
		pos++
	}
	return pos
}

// directive takes a line of the preprocessor: line markers are noted, #pragma is a token, #define
// and #undef (of -dD) are kept for the directives of XcalableMP, whose arguments the preprocessor
// does not expand. All others are left where they are.
func (l *lexer) directive() {
	start, end := l.pos, l.lineEnd(l.pos)
	l.pos = end
	line := strings.TrimPrefix(strings.TrimPrefix(l.text[start:end], "#"), "%:")
	line = strings.TrimLeft(line, " \t")
	word, rest := line, ""
	if i := strings.IndexAny(line, " \t\r"); i >= 0 {
		word, rest = line[:i], strings.Trim(line[i:], " \t\r")
	}
	switch {
	case word == "pragma":
		l.add(Pragma, start, end)
	case word == "line":
		l.marker(end, rest)
	case word != "" && isDigit(word[0]):
		l.marker(end, line)
	case word == "define" || word == "undef":
		l.hidden = append(l.hidden, l.src.Range(start, end))
		l.macro(word == "define", rest)
	}
}

// marker notes `7 "file" flags`: the next line is line 7 of file.
func (l *lexer) marker(end int, text string) {
	number, rest, _ := strings.Cut(text, " ")
	line, err := strconv.Atoi(number)
	if err != nil || line < 0 || line > 1<<30 || end >= len(l.text) {
		return
	}
	file := l.src.Name
	if p := l.src.Position(end); p.File != "" {
		file = p.File
	}
	if i := strings.IndexByte(rest, '"'); i >= 0 {
		if j := strings.LastIndexByte(rest, '"'); j > i {
			if name, err := strconv.Unquote(rest[i : j+1]); err == nil {
				file = name
			}
		}
	}
	l.src.AddMarker(end+1, file, line)
}

func (l *lexer) macro(defined bool, text string) {
	i := 0
	for i < len(text) && (isLetter(text[i]) || isDigit(text[i]) || universal(text[i:]) > 0) {
		i += max(universal(text[i:]), 1)
	}
	c := change{name: text[:i]}
	if defined {
		c.macro = newMacro(text[i:])
	}
	at := len(l.tokens)
	l.macros[at] = append(l.macros[at], c)
}
