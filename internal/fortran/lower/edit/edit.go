// Package edit renders the tokens of a statement as one logical line, with edits applied: text in
// place of ranges, generated names in place of index variables, and marks at names that hide
// intrinsic functions.
package edit

import (
	"maps"
	"slices"
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
	edits edits
	// names renames index variables of implied loops while fetch loops are rendered.
	names map[string]string
	// hidden are the names of intrinsic functions that are the user's here: they are marked
	// (package hidden).
	hidden hidden.Names
	// last has the tokens of the statement that was asked for last.
	last *Tokens
}

// Tokens keeps the places of the tokens of one statement: its text is begun several times.
type Tokens struct {
	stmt   *syntax.Base
	places []syntax.Place
	// full are the tokens if the places in the statement's source do not tell all of them.
	full []syntax.Token
}

// of has the tokens of a statement.
func (k *Tokens) of(s *syntax.Base) *Tokens {
	if k == nil {
		k = &Tokens{}
	}
	if k.stmt != s {
		k.stmt, k.full = s, nil
		if k.places = s.AppendPlaces(k.places[:0]); len(k.places) == 0 {
			k.full = s.Tokens()
			for _, t := range k.full {
				k.places = append(k.places,
					syntax.Place{Kind: t.Kind, Start: t.Range.Start, End: t.Range.End})
			}
		}
	}
	return k
}

// source is where a token stands.
func (k *Tokens) source(i int) *diag.Source {
	if k.full != nil {
		return k.full[i].Range.Src
	}
	return k.stmt.Range.Src
}

// name is a token that is a name, in lower case.
func (k *Tokens) name(i int) string {
	if k.full != nil {
		return k.full[i].Text
	}
	return strings.ToLower(k.stmt.Range.Src.Text[k.places[i].Start:k.places[i].End])
}

// from is the first token that does not begin in front of a place.
func (k *Tokens) from(at int32) int {
	return sort.Search(len(k.places), func(i int) bool { return k.places[i].Start >= at })
}

func unmarked(s syntax.Stmt) *Text { return &Text{stmt: s} }

// New is the text of a statement in which the user's names that hide intrinsic functions are
// marked. last has the tokens of the statement that was asked for last.
func New(s syntax.Stmt, names hidden.Names, last *Tokens) *Text {
	t := Of(s, names, last)
	return &t
}

// Of is New without memory of its own.
func Of(s syntax.Stmt, names hidden.Names, last *Tokens) Text {
	return Text{stmt: s, hidden: names, last: last}
}

// list gives the tokens, for as long as nothing of another statement is asked for.
func (t *Text) list() *Tokens {
	if t.stmt == nil {
		return &Tokens{}
	}
	return t.last.of(t.stmt.Info())
}

// Replace puts text in place of a range. A range that begins where an earlier one did and covers it
// takes its place.
func (t *Text) Replace(r diag.Range, with string) {
	t.edits.set(r.Start, Edit{end: r.End, Text: with})
}

// Keep gives a function that takes away all edits that are made until it is called.
func (t *Text) Keep() (back func()) {
	saved := slices.Clone(t.edits)
	return func() { t.edits = slices.Clone(saved) }
}

// Edited tells whether any text of the statement is changed.
func (t *Text) Edited() bool { return len(t.edits) > 0 }

// At is the edit that begins at a place, for Restore.
func (t *Text) At(start int32) Edit {
	e, _ := t.edits.at(start)
	return e
}

// Restore puts back what At has given: an edit, or none.
func (t *Text) Restore(start int32, e Edit) {
	t.edits.drop(start)
	if e.end != 0 {
		t.edits.set(start, e)
	}
}

// Replaced is the text in the place of exactly this range.
func (t *Text) Replaced(r diag.Range) (with string, is bool) {
	e, is := t.edits.at(r.Start)
	return e.Text, is && e.end == r.End
}

// Drop takes away the edit that begins at a place.
func (t *Text) Drop(start int32) { t.edits.drop(start) }

// Fresh takes away all edits until the function that it returns is called.
func (t *Text) Fresh() (back func()) {
	saved := t.edits
	t.edits = nil
	return func() { t.edits = saved }
}

// Indices are the generated names of index variables, by the user's.
func (t *Text) Indices() map[string]string { return t.names }

// InsertBefore puts text in front of the token that begins at a place, unless that token is
// replaced. The function that it returns takes the text away again.
func (t *Text) InsertBefore(at int32, with string) func() {
	if _, ok := t.edits.at(at); ok {
		return func() {}
	}
	t.edits.set(at, Edit{end: at, Text: with})
	return func() { t.edits.drop(at) }
}

// TokenFrom is where the first token begins that does not begin in front of a place.
func (t *Text) TokenFrom(at int32) int32 {
	tokens := t.list()
	i := tokens.from(at)
	if i == len(tokens.places) {
		return at
	}
	return tokens.places[i].Start
}

// ReplaceIndexed puts an element of an array in place of a range, whose subscripts are index
// variables.
func (t *Text) ReplaceIndexed(r diag.Range, array string, index []string) {
	t.edits.set(r.Start, Edit{end: r.End, Text: array, index: index})
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
	var b joined
	tokens := t.list()
	list := tokens.places
	end := int32(-1)
	for i := tokens.from(r.Start); i < len(list) && list[i].Start < r.End; {
		tok := list[i]
		if end >= 0 {
			b.gap(tokens.source(i), end, tok.Start)
		}
		if e, ok := t.edits.at(tok.Start); ok && e.end <= r.End {
			b.text(t.of(e))
			end = e.end
			for i < len(list) && list[i].Start < e.end {
				i++
			}
			if e.end == tok.Start { // an insertion in front of the token
				t.token(&b, tokens, i)
				end = tok.End
				i++
			}
			continue
		}
		if n, ok := t.renamed(tokens, i); ok {
			b.text(n)
		} else {
			t.token(&b, tokens, i)
		}
		end = tok.End
		i++
	}
	return b.String()
}

// renamed is the generated name in the place of a token that is an index variable.
func (t *Text) renamed(tokens *Tokens, i int) (name string, is bool) {
	if len(t.names) == 0 || tokens.places[i].Kind != syntax.NameTok ||
		i > 0 && tokens.places[i-1].Kind == syntax.Percent {
		return "", false
	}
	name, is = t.names[tokens.name(i)]
	return name, is
}

// All renders the whole statement, without label and construct name.
func (t *Text) All() string {
	list := t.list().places
	if len(list) == 0 {
		return ""
	}
	return t.Render(diag.Range{Start: list[0].Start, End: list[len(list)-1].End})
}

// token adds the text of a token, with a mark if it is a name that hides an intrinsic function.
func (t *Text) token(b *joined, tokens *Tokens, i int) {
	at := tokens.places[i]
	if len(t.hidden) > 0 && at.Kind == syntax.NameTok && t.hidden[tokens.name(i)] {
		b.text(string(hidden.Mark))
	}
	if tokens.full != nil && tokens.full[i].Pieces != nil {
		b.text(tokens.full[i].Text)
		return
	}
	b.source(tokens.source(i), at.Start, at.End)
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
