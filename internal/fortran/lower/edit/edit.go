// Package edit renders the tokens of a statement as one logical line, with edits applied: text in
// place of ranges, generated names in place of index variables, and marks at names that hide
// intrinsic functions.
package edit

import (
	"maps"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/hidden"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Edit replaces the tokens from its key's offset up to end.
type Edit struct {
	end  int32
	Text string
	// index are index variables of implied loops that stand behind the text in parentheses.
	index []string
}

// Text renders tokens of one statement as a single logical line, with edits applied.
type Text struct {
	stmt  syntax.Stmt
	edits map[int32]Edit
	// names renames index variables of implied loops while fetch loops are rendered.
	names map[string]string
	// hidden are the names of intrinsic functions that are the user's here: they are marked
	// (package hidden).
	hidden hidden.Names
	// last has the tokens of the statement that was asked for last.
	last *Tokens
}

// Tokens keeps the tokens of one statement: its text is begun several times.
type Tokens struct {
	stmt *syntax.Base
	list []syntax.Token
}

func (k *Tokens) of(s *syntax.Base) []syntax.Token {
	if k == nil {
		return s.Tokens()
	}
	if k.stmt != s {
		k.stmt, k.list = s, s.AppendTokens(k.list[:0])
	}
	return k.list
}

func unmarked(s syntax.Stmt) *Text {
	return &Text{stmt: s, edits: map[int32]Edit{}}
}

// New is the text of a statement in which the user's names that hide intrinsic functions are
// marked. last has the tokens of the statement that was asked for last.
func New(s syntax.Stmt, names hidden.Names, last *Tokens) *Text {
	t := unmarked(s)
	t.hidden, t.last = names, last
	return t
}

// list gives the tokens, for as long as nothing of another statement is asked for.
func (t *Text) list() []syntax.Token {
	if t.stmt == nil {
		return nil
	}
	return t.last.of(t.stmt.Info())
}

// Replace puts text in place of a range. A range that begins where an earlier one did and covers it
// takes its place.
func (t *Text) Replace(r diag.Range, with string) {
	t.edits[r.Start] = Edit{end: r.End, Text: with}
}

// Keep gives a function that takes away all edits that are made until it is called.
func (t *Text) Keep() (back func()) {
	saved := maps.Clone(t.edits)
	return func() {
		clear(t.edits)
		maps.Copy(t.edits, saved)
	}
}

// Edited tells whether any text of the statement is changed.
func (t *Text) Edited() bool { return len(t.edits) > 0 }

// At is the edit that begins at a place, for Restore.
func (t *Text) At(start int32) Edit { return t.edits[start] }

// Restore puts back what At has given: an edit, or none.
func (t *Text) Restore(start int32, e Edit) {
	delete(t.edits, start)
	if e.end != 0 {
		t.edits[start] = e
	}
}

// Replaced is the text in the place of exactly this range.
func (t *Text) Replaced(r diag.Range) (with string, is bool) {
	e, is := t.edits[r.Start]
	return e.Text, is && e.end == r.End
}

// Drop takes away the edit that begins at a place.
func (t *Text) Drop(start int32) { delete(t.edits, start) }

// Fresh takes away all edits until the function that it returns is called.
func (t *Text) Fresh() (back func()) {
	saved := t.edits
	t.edits = map[int32]Edit{}
	return func() { t.edits = saved }
}

// Indices are the generated names of index variables, by the user's.
func (t *Text) Indices() map[string]string { return t.names }

// InsertBefore puts text in front of the token that begins at a place, unless that token is
// replaced. The function that it returns takes the text away again.
func (t *Text) InsertBefore(at int32, with string) func() {
	if _, ok := t.edits[at]; ok {
		return func() {}
	}
	t.edits[at] = Edit{end: at, Text: with}
	return func() { delete(t.edits, at) }
}

// TokenFrom is where the first token begins that does not begin in front of a place.
func (t *Text) TokenFrom(at int32) int32 {
	tokens := t.list()
	i := sort.Search(len(tokens), func(i int) bool { return tokens[i].Range.Start >= at })
	if i == len(tokens) {
		return at
	}
	return tokens[i].Range.Start
}

// ReplaceIndexed puts an element of an array in place of a range, whose subscripts are index
// variables.
func (t *Text) ReplaceIndexed(r diag.Range, array string, index []string) {
	t.edits[r.Start] = Edit{end: r.End, Text: array, index: index}
}

// of is the text of an edit.
func (t *Text) of(e Edit) string {
	if len(e.index) == 0 {
		return renamed(e.Text, t.names)
	}
	var names []string
	for _, n := range e.index {
		if to, ok := t.names[n]; ok {
			n = to
		}
		names = append(names, n)
	}
	return e.Text + "(" + strings.Join(names, ",") + ")"
}

// Naming gives index variables generated names in what is rendered, beside those that they have
// already, until the function that it returns is called. It nests: what a coindexed object in a
// subscript or cosubscript of another one needs is rendered while the other one is.
func (t *Text) Naming(names map[string]string) (back func()) {
	outer := t.names
	t.names = names
	if len(outer) > 0 {
		t.names = maps.Clone(outer)
		maps.Copy(t.names, names)
	}
	return func() { t.names = outer }
}

// renamed puts generated names of index variables in place of the user's in text that was rendered
// before they were known: that of a coindexed object in a subscript or cosubscript of another one.
func renamed(text string, names map[string]string) string {
	if len(names) == 0 {
		return text
	}
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(text); {
		c := text[i]
		n := 1
		for isLetter(c) && i+n < len(text) && syntax.IsNameByte(text[i+n]) {
			n++
		}
		word := text[i : i+n]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && isLetter(c) &&
			(i == 0 || text[i-1] != '%' && !syntax.IsNameByte(text[i-1])):
			if to, ok := names[strings.ToLower(word)]; ok {
				word = to
			}
		}
		b.WriteString(word)
		i += n
	}
	return b.String()
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// Render gives the tokens that lie in a range.
func (t *Text) Render(r diag.Range) string {
	var b strings.Builder
	tokens := t.list()
	i := sort.Search(len(tokens), func(i int) bool { return tokens[i].Range.Start >= r.Start })
	end := int32(-1)
	for i < len(tokens) && tokens[i].Range.Start < r.End {
		tok := tokens[i]
		if end >= 0 {
			b.WriteString(gap(tok.Range.Src, end, tok.Range.Start))
		}
		if e, ok := t.edits[tok.Range.Start]; ok && e.end <= r.End {
			b.WriteString(t.of(e))
			end = e.end
			for i < len(tokens) && tokens[i].Range.Start < e.end {
				i++
			}
			if e.end == tok.Range.Start { // an insertion in front of the token
				b.WriteString(t.token(tok))
				end = tok.Range.End
				i++
			}
			continue
		}
		if n, ok := t.names[tok.Text]; ok && tok.Kind == syntax.NameTok &&
			(i == 0 || tokens[i-1].Kind != syntax.Percent) {
			b.WriteString(n)
		} else {
			b.WriteString(t.token(tok))
		}
		end = tok.Range.End
		i++
	}
	return b.String()
}

// All renders the whole statement, without label and construct name.
func (t *Text) All() string {
	tokens := t.list()
	if len(tokens) == 0 {
		return ""
	}
	r := tokens[0].Range
	r.End = tokens[len(tokens)-1].Range.End
	return t.Render(r)
}

// token is the text of a token, with a mark if it is a name that hides an intrinsic function.
func (t *Text) token(tok syntax.Token) string {
	if tok.Kind == syntax.NameTok && t.hidden[tok.Text] {
		return string(hidden.Mark) + tokenText(tok)
	}
	return tokenText(tok)
}

func tokenText(t syntax.Token) string {
	if t.Pieces != nil {
		return t.Text
	}
	return t.Range.Text()
}

// gap is the space between two tokens: as written on one line, one blank where a continuation was.
func gap(src *diag.Source, from, to int32) string {
	if to <= from {
		return ""
	}
	s := src.Text[from:to]
	if strings.Trim(s, " \t") != "" {
		return " "
	}
	return s
}

// Flat renders a statement on one line as it stands, construct name included.
func Flat(s syntax.Stmt) string {
	return WithName(s, unmarked(s).All())
}

// WithName puts the construct name of a statement in front of its text.
func WithName(s syntax.Stmt, text string) string {
	if n := s.Info().ConstructName; n != nil {
		return n.Range.Text() + ": " + text
	}
	return text
}

// Quote makes a character literal.
func Quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
