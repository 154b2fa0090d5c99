package syntax

import (
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// Reading goes in two steps. A line reader (free or fixed form) gathers a logical line: the text of
// an initial line and its continuation lines, comments taken out. The tokeniser then cuts it into
// statements and tokens without knowing about forms, but that fixed form has no blanks left outside
// character contexts.

// line is a logical line.
type line struct {
	buf string
	// offs maps each byte of buf to its offset in the source, -1 for bytes that are not in the
	// source (blanks that continuation implies). If nil, byte i of buf is at base+i.
	offs []int32
	base int32
	// label is the label field of fixed form; in free form the label is in buf.
	label *Label
	fixed bool
	// broken: an error in it was reported that makes further ones likely.
	broken bool
	// xmp: a directive of XcalableMP, whose comment character is at sentinel.
	xmp      bool
	sentinel int32
}

func (ln *line) off(i int) int32 {
	if ln.offs == nil {
		return ln.base + int32(i)
	}
	return ln.offs[i]
}

// lineReader walks a source's lines.
type lineReader struct {
	src   *diag.Source
	text  string
	pos   int // start of the next unread line
	opt   *Options
	diags *diag.List
	file  *File
	// joined and offs are scratch space for one continued line.
	joined []byte
	offs   []int32
	// directive is set once a preprocessor directive was reported.
	directive bool
}

func newLineReader(src *diag.Source, opt *Options, diags *diag.List, file *File) *lineReader {
	r := &lineReader{src: src, text: src.Text, opt: opt, diags: diags, file: file}
	if strings.HasPrefix(r.text, "\ufeff") {
		r.pos = len("\ufeff")
	}
	return r
}

// next gives the next logical line; ok is false at the end of the source.
func (r *lineReader) next() (ln line, ok bool) {
	if r.opt.Form == Fixed {
		return r.nextFixed()
	}
	return r.nextFree()
}

// lineEnd gives the end of the line that holds pos, line ending excluded, and the start of the next
// one.
func (r *lineReader) lineEnd(pos int) (end, next int) {
	i := strings.IndexByte(r.text[pos:], '\n')
	if i < 0 {
		end, next = len(r.text), len(r.text)
	} else {
		end, next = pos+i, pos+i+1
	}
	if end > pos && r.text[end-1] == '\r' {
		end--
	}
	return end, next
}

func isBlank(c byte) bool  { return c == ' ' || c == '\t' || c == '\f' || c == '\v' }
func isDigit(c byte) bool  { return c-'0' < 10 }
func isLetter(c byte) bool { return c|0x20-'a' < 26 || c == '_' || c == '$' }
func isAlnum(c byte) bool  { return isLetter(c) || isDigit(c) }

func skipBlanks(s string, i, end int) int {
	for i < end && isBlank(s[i]) {
		i++
	}
	return i
}

// hashLine handles a line that starts with '#'.
func (r *lineReader) hashLine(start, end, next int) {
	s := strings.TrimSpace(r.text[start+1 : end])
	if rest, ok := strings.CutPrefix(s, "line"); ok && rest != "" && isBlank(rest[0]) {
		s = strings.TrimSpace(rest)
	}
	digits := 0
	for digits < len(s) && isDigit(s[digits]) {
		digits++
	}
	if n, err := strconv.Atoi(s[:digits]); err == nil {
		file := r.src.Name
		if i := strings.IndexByte(s, '"'); i >= 0 {
			if j := strings.LastIndexByte(s, '"'); j > i {
				file = unescapeMarker(s[i+1 : j])
			}
		}
		if next < len(r.text) {
			r.src.AddMarker(next, file, n)
		}
		return
	}
	word := s
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		word = s[:i]
	}
	if word == "" || word == "pragma" || word == "ident" || r.directive {
		return
	}
	r.directive = true
	r.diags.Errorf("C0005", r.src.Range(start, end),
		"preprocessor directive '#%s' in a source that is not preprocessed", word).
		Help("give the file an ending in capitals (.F90, .F), or the option -cpp")
}

func unescapeMarker(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(s)
}

// comment looks for a sentinel in a comment line that starts at pos with its comment character.
func (r *lineReader) comment(pos, end int) {
	if r.xmpLine(pos, end) {
		r.diags.Errorf("C0411", r.src.Range(pos, end),
			"a directive of XcalableMP in the middle of a continued statement")
		return
	}
	i := pos + 1
	for i < end && i-pos <= 8 && (r.text[i]|0x20)-'a' < 26 {
		i++
	}
	if i >= end || r.text[i] != '$' {
		return
	}
	if i++; i == pos+2 {
		for i < end && i-pos <= 10 && (r.text[i]|0x20)-'a' < 26 {
			i++
		}
	}
	// what stands behind is no part of it, as of statements
	if width := r.file.FixedWidth(); r.file.Form == Fixed && width > 0 {
		end = max(i, min(end, strings.LastIndexByte(r.text[:pos], '\n')+1+width))
	}
	r.file.Directives = append(r.file.Directives, &Directive{
		Range:    r.src.Range(pos, end),
		Sentinel: "!" + strings.ToLower(r.text[pos+1:i]),
	})
}

// conditional tells whether a comment at pos is an OpenMP conditional compilation line that is to
// be read.
func (r *lineReader) conditional(pos, end int) bool {
	return r.opt.OpenMP && pos+2 < end && r.text[pos+1] == '$' &&
		(isBlank(r.text[pos+2]) || r.text[pos+2] == '&')
}

// hollerith gives the length of a Hollerith constant's text if the digits at s[i:] begin one, else
// -1. prev is what stands before in the statement, blanks excluded: `REAL*8 H` and `DO 10 H = ...`
// are none.
func hollerith(s string, i, end int, prev string, format bool) (textStart, n int) {
	j, v := i, 0
	for j < end && isDigit(s[j]) && j-i < 5 {
		v = v*10 + int(s[j]-'0')
		j++
	}
	if j == i || j >= end || s[j]|0x20 != 'h' || v == 0 {
		return 0, -1
	}
	if !format {
		if prev == "" {
			return 0, -1
		}
		switch c := prev[len(prev)-1]; c {
		case '(', ',', '/', '=', '[', ')', '.':
		case '*':
			if len(prev) < 2 || !isDigit(prev[len(prev)-2]) {
				return 0, -1
			}
		default:
			return 0, -1
		}
	}
	return j + 1, v
}

// isFormat tells whether a statement text begins like a FORMAT statement.
func isFormat(s string) bool {
	if len(s) < 7 || !strings.EqualFold(s[:6], "format") {
		return false
	}
	i := skipBlanks(s, 6, len(s))
	return i < len(s) && s[i] == '('
}
