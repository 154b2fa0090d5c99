package driver

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/coral-pgas/coral/internal/diag"
)

// cLine is a line of a file as its user knows it.
type cLine struct {
	file string
	line int
}

// cMessages gives a C compiler's messages about generated text in terms of the user's. On lines
// that are compiled as they were written they stay what they are. Where macros have been expanded
// or Coral has rewritten something, the columns are those of text that the user has never seen, and
// one fault may be told for each place where a word of the user's stands in it: there the message
// is told once, at the word that it is about.
func cMessages(generated, messages string) string {
	messages = withoutColours(messages)
	c := cShower{written: asWritten(), lines: generatedCLines(generated), shown: map[message]bool{},
		wrong: map[cLine]bool{}, asserted: assertedAt(messages)}
	dropped := false // the message before has been left out, so its notes are, too
	// the message before has been told anew, so what follows of its excerpt is left out
	mapped := false
	var seen []string // by clang, whose excerpt is the line itself and all that stands below it
	inExcerpt := false
	for line := range strings.Lines(messages) {
		text := strings.TrimRight(line, "\r\n")
		if mapped && cExcerpt.MatchString(text) {
			continue
		}
		if mapped && (inExcerpt || slices.Contains(seen, text)) && !endsExcerpt(text) {
			inExcerpt = true
			continue
		}
		mapped, inExcerpt = false, false
		if c.head(line) {
			continue
		}
		if m, ok := parseMessage(text); ok && m.severity != "" {
			seen = c.lines[cLine{m.file, m.line}]
			// such as clang's note of the parameter that an argument is passed to
			inHeader := m.file == "<coral>" ||
				strings.Contains(m.file, "/"+headersOfC) && filepath.Base(m.file) == "xmp.h"
			if dropped = (dropped || inHeader) && m.severity == "note"; dropped {
				mapped, c.included = true, ""
				continue
			}
			if c.rewritten(m) {
				mapped = true
				if dropped = !c.show(m); dropped {
					c.included = ""
				}
				continue
			}
		}
		c.write(line)
	}
	return c.out.String()
}

// assertedAt are the lines for which a compiler's messages have an assertion of Coral's.
func assertedAt(messages string) map[cLine]bool {
	at := map[cLine]bool{}
	for line := range strings.Lines(messages) {
		m, is := parseMessage(strings.TrimRight(line, "\r\n"))
		if is && asserted(m.text) != m.text {
			at[cLine{m.file, m.line}] = true
		}
	}
	return at
}

// endsExcerpt tells whether a line of clang's output is no more of the excerpt above it.
func endsExcerpt(text string) bool {
	_, is := parseMessage(text)
	return is || strings.HasSuffix(text, " generated.") ||
		strings.HasPrefix(text, "In file included from ")
}

var (
	cExcerpt = regexp.MustCompile(`^ *[0-9]* \|`)
	cQuoted  = regexp.MustCompile(`[‘']([A-Za-z_][A-Za-z0-9_]*)[’']`)
	cCode    = regexp.MustCompile(`\[C0\d{3}\]$`)
	cToken   = regexp.MustCompile(`^(?:[A-Za-z0-9_]+|"(?:[^"\\]|\\.)*")`)
)

// calledByUser gives functions of xmp.h the names of the macros by which programs call them.
var calledByUser = strings.NewReplacer("‘coral_xmp_sync_image’", "‘xmp_sync_image’",
	"‘coral_xmp_alloc’", "‘xmp_malloc’", "‘coral_xmp_free’", "‘xmp_free’")

type cShower struct {
	out     strings.Builder
	written func(file string) *diag.Source
	lines   map[cLine][]string
	shown   map[message]bool
	wrong   map[cLine]bool // an error in this line has been told
	// an assertion of Coral's says what is wrong in this line, here or further below
	asserted map[cLine]bool

	// gcc's lines in front of the next message: how its file is included, which go with it if it is
	// left out, and its function, which stands for those behind it, too.
	included, function string
}

// head keeps a line that stands in front of messages; false: it is none.
func (c *cShower) head(line string) bool {
	text := strings.TrimRight(line, "\r\n")
	switch {
	case strings.HasPrefix(text, "In file included from "),
		strings.HasPrefix(text, "                 from "):
		c.included += line
	case strings.HasSuffix(text, "’:") && strings.Contains(text, ": In function ‘"),
		strings.HasSuffix(text, ": At top level:"):
		c.function = line
	default:
		return false
	}
	return true
}

// write writes text behind the lines that stand in front of it.
func (c *cShower) write(text string) {
	c.out.WriteString(c.included + c.function + text)
	c.included, c.function = "", ""
}

// rewritten tells whether none of what the compiler has seen for a line is the line itself.
func (c *cShower) rewritten(m message) bool {
	src := c.written(m.file)
	if src == nil || m.line < 1 || m.line > src.LineCount() {
		return false
	}
	user, seen := src.LineRange(m.line).Text(), c.lines[cLine{m.file, m.line}]
	for _, g := range seen {
		if g == user {
			return false
		}
	}
	return len(seen) > 0
}

// show tells a message, unless it says nothing to the user that has not been said.
func (c *cShower) show(m message) (told bool) {
	place := cLine{m.file, m.line}
	severity, known := map[string]diag.Severity{"error": diag.Error, "fatal error": diag.Error,
		"warning": diag.Warning, "note": diag.Info}[m.severity]
	if !known {
		severity, m.text = diag.Info, m.severity+": "+m.text
	}
	if severity == diag.Error && strings.Contains(m.text, "bit-field") {
		m.text = "a bit-field has no address: write a loop in place of a section, and put or " +
			"get the structure as a whole [C0420]"
	}
	if _, after, found := strings.Cut(m.text, "(have ‘"); severity == diag.Error && found &&
		strings.Contains(m.text, "‘coral_xmp_integer’") {
		kind, _, _ := strings.Cut(after, "’")
		m.text = "a value of type '" + kind +
			"' stands where an integer is needed: subscripts, lengths, steps, tags and numbers " +
			"of images are integers [C0406]"
	}
	// clang
	if _, after, found := strings.Cut(m.text, "invalid operands to binary expression ('"); found &&
		strings.Contains(after, "'const coral_xmp_integer'") {
		kind, _, _ := strings.Cut(after, "'")
		m.text = "a value of type '" + kind +
			"' stands where an integer is needed: subscripts, lengths, steps, tags and numbers " +
			"of images are integers [C0406]"
	}
	m.text = asserted(calledByUser.Replace(m.text))
	src := c.written(m.file)
	r := src.LineRange(m.line)
	// The user's own text has been parsed: clang from 21 on misses a semicolon behind a declaration
	// of Coral's that it refuses.
	ours := strings.Contains(m.text, "coral_") ||
		strings.HasPrefix(m.text, "expression in static assertion") ||
		strings.HasPrefix(m.text, "expected ") ||
		// beside Coral's own words about an array that stands where an element is meant
		strings.HasPrefix(m.text, "assignment to expression with array type") ||
		strings.HasPrefix(m.text, "array type '") && strings.HasSuffix(m.text, " not assignable") ||
		strings.HasPrefix(m.text, "expression evaluates to '") ||
		strings.HasPrefix(m.text, "‘sizeof’ ") && indexWord(r.Text(), "sizeof") < 0
	// gcc's and clang's warnings of the same array, string or function
	if severity == diag.Warning && c.asserted[place] && (strings.Contains(m.text,
		"makes integer from pointer without a cast") ||
		strings.Contains(m.text, "incompatible pointer to integer conversion")) {
		return false
	}
	key := message{file: m.file, line: m.line, severity: m.severity, text: m.text}
	if c.shown[key] ||
		ours && (severity != diag.Error || c.wrong[place] || c.asserted[place]) {
		return false
	}
	c.shown[key] = true
	c.wrong[place] = c.wrong[place] || severity == diag.Error
	from, to := c.about(m, r.Text())
	c.write(diag.Format(&diag.Diagnostic{Severity: severity, Message: m.text,
		Range: src.Range(int(r.Start)+from, int(r.Start)+to)}))
	return true
}

// asserted is what one of Coral's own assertions says, which ends with a code, without what the
// compiler says of it: gcc puts it in quotes, clang shows the condition in front.
func asserted(text string) string {
	own := strings.TrimSuffix(text, `"`)
	if !strings.HasPrefix(text, "static") || !cCode.MatchString(own) {
		return text
	}
	for _, before := range []string{`: "`, `': `, `' "`, `failed "`} {
		if _, after, found := cutLast(own, before); found {
			return strings.ReplaceAll(after, `\'`, "'") // as gcc shows quotes
		}
	}
	return text
}

func cutLast(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

// about finds what of the user's line a message is about: the word at its column, else a word that
// it quotes, else the line.
func (c *cShower) about(m message, user string) (from, to int) {
	var words []string
	for _, g := range c.lines[cLine{m.file, m.line}] {
		if m.col == 0 { // gcc counts no columns in very long lines
			break
		}
		at := byteOfColumn(g, m.col)
		rest := strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(g[at:], "."), "->"), " ")
		if word := cToken.FindString(rest); word != "" {
			words = append(words, word)
		}
	}
	for _, quoted := range cQuoted.FindAllStringSubmatch(m.text, -1) {
		words = append(words, quoted[1])
	}
	for _, word := range words {
		if at := indexWord(user, word); at >= 0 {
			return at, at + len(word)
		}
	}
	return len(user) - len(strings.TrimLeft(user, " \t")), len(strings.TrimRight(user, " \t;"))
}

// byteOfColumn is the offset of a column, which compilers count as it is shown: tabs go to the next
// multiple of eight.
func byteOfColumn(line string, column int) int {
	shown := 1
	for i, r := range line {
		if shown >= column {
			return i
		}
		if r == '\t' {
			shown += 7 - (shown-1)%8
		}
		shown++
	}
	return len(line)
}

// indexWord is the offset of the first occurrence of a word that is not part of a longer one.
func indexWord(text, word string) int {
	inWord := func(s string) bool {
		return s != "" &&
			(s[0] == '_' || unicode.IsLetter(rune(s[0])) || unicode.IsDigit(rune(s[0])))
	}
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return -1
		}
		i += from
		before := ""
		if i > 0 {
			before = text[i-1:]
		}
		if !inWord(word) || !inWord(before) && !inWord(text[i+len(word):]) {
			return i
		}
		from = i + 1
	}
}

// generatedCLines gives the lines of a generated text by file and line of the user's.
func generatedCLines(generated string) map[cLine][]string {
	lines := map[cLine][]string{}
	at := cLine{}
	for line := range strings.Lines(generated) {
		if n, rest, ok := marker(line); ok {
			file, _, _ := strings.Cut(rest, `"`) // flags may follow
			at = cLine{strings.TrimPrefix(file, "./"), n}
			continue
		}
		lines[at] = append(lines[at], strings.TrimRight(line, "\r\n"))
		at.line++
	}
	return lines
}
