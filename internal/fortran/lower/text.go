package lower

import (
	"maps"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/hidden"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// edit replaces the tokens from its key's offset up to end.
type edit struct {
	end  int32
	text string
	// index are index variables of implied loops that stand behind the text in parentheses.
	index []string
}

// text renders tokens of one statement as a single logical line, with edits applied.
type text struct {
	stmt  syntax.Stmt
	edits map[int32]edit
	// names renames index variables of implied loops while fetch loops are rendered.
	names map[string]string
	// hidden are the names of intrinsic functions that are the user's here: they are marked
	// (package hidden).
	hidden hidden.Names
	// last has the tokens of the statement that was asked for last.
	last *lastTokens
}

// lastTokens keeps the tokens of one statement: its text is begun several times.
type lastTokens struct {
	stmt *syntax.Base
	list []syntax.Token
}

func (k *lastTokens) of(s *syntax.Base) []syntax.Token {
	if k == nil {
		return s.Tokens()
	}
	if k.stmt != s {
		k.stmt, k.list = s, s.AppendTokens(k.list[:0])
	}
	return k.list
}

func newText(s syntax.Stmt) *text {
	return &text{stmt: s, edits: map[int32]edit{}}
}

// newTextWith is a text in which the user's names that hide intrinsic functions are marked, with the
// tokens of the statement that was asked for last.
func newTextWith(s syntax.Stmt, names hidden.Names, last *lastTokens) *text {
	t := newText(s)
	t.hidden, t.last = names, last
	return t
}

// list gives the tokens, for as long as nothing of another statement is asked for.
func (t *text) list() []syntax.Token {
	if t.stmt == nil {
		return nil
	}
	return t.last.of(t.stmt.Info())
}

// replace puts text in place of a range. A range that begins where an earlier one did and covers it
// takes its place.
func (t *text) replace(r diag.Range, with string) {
	t.edits[r.Start] = edit{end: r.End, text: with}
}

// keep gives a function that takes away all edits that are made until it is called.
func (t *text) keep() (back func()) {
	saved := maps.Clone(t.edits)
	return func() {
		clear(t.edits)
		maps.Copy(t.edits, saved)
	}
}

// edited tells whether anything of the statement has been.
func (t *text) edited() bool { return len(t.edits) > 0 }

// at is the edit that begins at a place, for restore.
func (t *text) at(start int32) edit { return t.edits[start] }

// restore puts back what at has given: an edit, or none.
func (t *text) restore(start int32, e edit) {
	delete(t.edits, start)
	if e.end != 0 {
		t.edits[start] = e
	}
}

// replaced is the text in the place of exactly this range.
func (t *text) replaced(r diag.Range) (with string, is bool) {
	e, is := t.edits[r.Start]
	return e.text, is && e.end == r.End
}

// drop takes away the edit that begins at a place.
func (t *text) drop(start int32) { delete(t.edits, start) }

// fresh takes away all edits until the function that it returns is called.
func (t *text) fresh() (back func()) {
	saved := t.edits
	t.edits = map[int32]edit{}
	return func() { t.edits = saved }
}

// indices are the generated names of index variables, by the user's.
func (t *text) indices() map[string]string { return t.names }

// insertBefore puts text in front of the token that begins at a place, unless that token is
// replaced. The function that it returns takes the text away again.
func (t *text) insertBefore(at int32, with string) func() {
	if _, ok := t.edits[at]; ok {
		return func() {}
	}
	t.edits[at] = edit{end: at, text: with}
	return func() { delete(t.edits, at) }
}

// tokenFrom is where the first token begins that does not begin in front of a place.
func (t *text) tokenFrom(at int32) int32 {
	tokens := t.list()
	i := sort.Search(len(tokens), func(i int) bool { return tokens[i].Range.Start >= at })
	if i == len(tokens) {
		return at
	}
	return tokens[i].Range.Start
}

// replaceIndexed puts an element of an array in place of a range, whose subscripts are index
// variables.
func (t *text) replaceIndexed(r diag.Range, array string, index []string) {
	t.edits[r.Start] = edit{end: r.End, text: array, index: index}
}

// of is the text of an edit.
func (t *text) of(e edit) string {
	if len(e.index) == 0 {
		return renamed(e.text, t.names)
	}
	var names []string
	for _, n := range e.index {
		if to, ok := t.names[n]; ok {
			n = to
		}
		names = append(names, n)
	}
	return e.text + "(" + strings.Join(names, ",") + ")"
}

// naming gives index variables generated names in what is rendered, beside those that they have
// already, until the function that it returns is called. It nests: what a coindexed object in a
// subscript or cosubscript of another one needs is rendered while the other one is.
func (t *text) naming(names map[string]string) (back func()) {
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

// render gives the tokens that lie in a range.
func (t *text) render(r diag.Range) string {
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

// all renders the whole statement, without label and construct name.
func (t *text) all() string {
	tokens := t.list()
	if len(tokens) == 0 {
		return ""
	}
	r := tokens[0].Range
	r.End = tokens[len(tokens)-1].Range.End
	return t.render(r)
}

// token is the text of a token, with a mark if it is a name that hides an intrinsic function.
func (t *text) token(tok syntax.Token) string {
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

// flat renders a statement on one line as it stands, construct name included.
func flat(s syntax.Stmt) string {
	return withName(s, newText(s).all())
}

func withName(s syntax.Stmt, text string) string {
	if n := s.Info().ConstructName; n != nil {
		return n.Range.Text() + ": " + text
	}
	return text
}

// quote makes a character literal.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
