package syntax

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// parser turns statements into the tree. Statement parsing (tokens to a Stmt) and structure parsing
// (statements to constructs and units) are separate: the structure parser looks one statement
// ahead.
//
// Errors: the first error of a statement is reported and sets bad; the rest of the statement then
// reads as empty, so that nothing else is said about it. What changes structure (an IF THEN, an
// END) keeps its node; other statements become an OpaqueStmt.
type parser struct {
	stream *stream
	opt    *Options
	diags  *diag.List
	file   *File

	// Structure.
	ahead   Stmt // the statement looked ahead at, or nil
	atEOF   bool
	ctx     context
	open    []opened // constructs and units that wait for their END
	lastEnd diag.Range
	tooDeep bool // constructs nested too deep were reported
	before  int  // errors that diags held at the start
	nodes   *nodes
	sleeper *sleeper // nil where nothing sleeps

	// The statement being parsed.
	raw   rawStmt
	toks  []Token
	i     int
	bad   bool
	depth int
	// enumeration: an enumeration type has been refused, and what belongs to it is, too.
	enumeration bool
	// pairs holds for each token that opens a group the index of its partner plus one, 0 if there
	// is none; it is made on demand.
	pairs   []int32
	openers []int32
	// actions counts the IF, WHERE and FORALL statements whose action is being parsed.
	actions int
	eos     Token
}

// context is what a statement's meaning depends on besides its tokens.
type context uint8

const (
	ctxUnit      context = iota // between program units, or after CONTAINS
	ctxBody                     // in a specification or execution part
	ctxType                     // in the component part of a derived type
	ctxBindings                 // after CONTAINS in a derived type
	ctxInterface                // directly in an interface block
)

// opened is a construct or unit that waits for its END statement.
type opened struct {
	kind EndKind
	at   diag.Range
}

// maxDepth bounds the nesting of expressions and of constructs, so that no input exhausts the
// stack.
const maxDepth = 1000

func parseFile(src *diag.Source, opt Options, diags *diag.List) *File {
	file := &File{Source: src, Form: opt.Form, FixedLineLength: opt.FixedLineLength, CAF2: opt.CAF2}
	if len(src.Text) > maxSource {
		diags.Errorf("C0030", src.Range(0, 0), "this source is longer than %d bytes", maxSource)
		return file
	}
	p := &parser{opt: &opt, diags: diags, file: file, nodes: &nodes{},
		before: diags.ErrorCount()}
	p.stream = newStream(src, &opt, diags, file)
	if !opt.CAF2 { // trees of CAF 2.0 are changed when they are lowered
		p.sleeper = newSleeper(&opt)
	}
	p.units()
	return file
}

// maxErrors is where reading stops: what is so wrong is no Fortran, or not in this form.
const maxErrors = 200

// maxSource keeps offsets within int32.
const maxSource = 1 << 30

// ---- tokens of the current statement

func (p *parser) tok() *Token {
	if p.i < len(p.toks) {
		return &p.toks[p.i]
	}
	return &p.eos
}

func (p *parser) at(n int) *Token {
	if n >= 0 && n < len(p.toks) {
		return &p.toks[n]
	}
	return &p.eos
}

func (p *parser) kind() Kind          { return p.tok().Kind }
func (p *parser) is(k Kind) bool      { return p.tok().Kind == k }
func (p *parser) peekKind(n int) Kind { return p.at(p.i + n).Kind }

// accept consumes a token of the given kind if it is next.
func (p *parser) accept(k Kind) bool {
	if p.tok().Kind == k {
		p.i++
		return true
	}
	return false
}

// expect consumes a token of the given kind or reports that it is missing.
func (p *parser) expect(k Kind) diag.Range {
	t := p.tok()
	if t.Kind == k {
		p.i++
		return t.Range
	}
	p.failExpected(k.String())
	return t.Range
}

// fail reports the statement's first error and empties the rest of it.
func (p *parser) fail(code diag.Code, r diag.Range, format string, args ...any) *diag.Diagnostic {
	p.i = len(p.toks)
	if p.bad {
		return &diag.Diagnostic{}
	}
	p.bad = true
	if p.raw.broken {
		return &diag.Diagnostic{} // the lexer has said what is wrong
	}
	return p.diags.Errorf(code, r, format, args...)
}

// refuseNew refuses what is right by a standard that compilers do not follow yet; the statement
// goes on.
func (p *parser) refuseNew(r diag.Range, what, instead string) {
	if !p.bad && !p.raw.broken {
		p.diags.Errorf("C0035", r, "%s of Fortran 2023 is not supported", what).Help("%s", instead)
	}
}

func (p *parser) failExpected(what string) {
	if t := p.tok(); t.Kind == EOS {
		p.fail("C0011", t.Range, "expected %s at the end of the statement", what)
	} else {
		p.fail("C0011", t.Range, "expected %s, found '%s'", what, shown(t))
	}
}

// shown is a token's text for messages.
func shown(t *Token) string {
	s := strings.ToValidUTF8(t.Text, "?")
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "..."
	}
	return s
}

// from is the range from a token index to the last token consumed.
func (p *parser) from(start int) diag.Range {
	if p.i <= start {
		return p.at(start).Range.From()
	}
	return p.at(start).Range.Join(p.at(p.i - 1).Range)
}

// end checks that the statement is used up.
func (p *parser) end() {
	if t := p.tok(); t.Kind != EOS {
		p.fail("C0013", t.Range, "unexpected '%s' after the end of the statement", shown(t))
	}
}

// ---- words. In fixed form blanks mean nothing, so a name token may hold several words.

// isWord tells whether the next token is, or in fixed form begins with, the word.
func (p *parser) isWord(w string) bool {
	t := p.tok()
	if t.Kind != NameTok {
		return false
	}
	return t.Text == w || p.raw.starts != nil && strings.HasPrefix(t.Text, w)
}

// isWholeWord tells whether the next token is exactly the word.
func (p *parser) isWholeWord(w string) bool {
	t := p.tok()
	return t.Kind == NameTok && t.Text == w
}

// word consumes the word if it is next.
func (p *parser) word(w string) bool {
	if !p.isWord(w) {
		return false
	}
	if len(p.tok().Text) > len(w) {
		p.split(p.i, len(w))
	}
	p.i++
	return true
}

// joined consumes the word, also where free form lets it stand together with the word that follows
// (`endblockdata`).
func (p *parser) joined(w string) bool {
	if t := p.tok(); t.Kind == NameTok && strings.HasPrefix(t.Text, w) && len(t.Text) > len(w) &&
		p.raw.starts == nil {
		if t.Text != "blockdata" {
			return false
		}
		p.split(p.i, len(w))
	}
	return p.word(w)
}

// split cuts name token k after n characters; the rest becomes digits, a name, or both.
func (p *parser) split(k, n int) {
	t := p.toks[k]
	if n <= 0 || n >= len(t.Text) {
		return
	}
	var partsBuf [4]int
	var cutBuf [3]Token
	var startBuf [3]int32
	at, parts := p.tokenStart(k), append(partsBuf[:0], 0, n)
	if t.Kind == NameTok && isDigit(t.Text[n]) || t.Kind == RealTok {
		// `stop1_8` ends in one literal
		if d := digits(t.Text, n); d > n && d < len(t.Text) && t.Text[d] != '_' {
			parts = append(parts, d)
		}
	}
	parts = append(parts, len(t.Text))
	cut, starts := cutBuf[:0], startBuf[:0]
	for j := 0; j+1 < len(parts); j++ {
		a, b := parts[j], parts[j+1]
		c := Token{Kind: NameTok, Text: t.Text[a:b]}
		if isDigit(c.Text[0]) {
			c.Kind = IntTok
		} else if t.Kind == RealTok {
			c.Text = strings.ToLower(c.Text)
		}
		if at >= 0 {
			c.Range = p.raw.ln.rangeOf(p.raw.src, at+a, at+b)
			c.Pieces = p.raw.ln.pieces(p.raw.src, at+a, at+b)
			starts = append(starts, int32(at+a))
		} else {
			c.Range, c.Pieces = cutRange(&t, a, b)
		}
		cut = append(cut, c)
	}
	p.toks = slices.Replace(p.toks, k, k+1, cut...)
	p.pairs = p.pairs[:0]
	if p.raw.starts != nil {
		p.raw.starts = slices.Replace(p.raw.starts, k, k+1, starts...)
	}
}

// cutRange gives the source of bytes a to b of a token.
func cutRange(t *Token, a, b int) (diag.Range, []diag.Range) {
	if t.Pieces == nil {
		return diag.Range{Src: t.Range.Src, Start: t.Range.Start + int32(a), End: t.Range.Start +
			int32(b)}, nil
	}
	var out []diag.Range
	done := 0
	for _, piece := range t.Pieces {
		lo, hi := max(a-done, 0), min(b-done, piece.Len())
		if lo < hi {
			out = append(out, diag.Range{Src: piece.Src, Start: piece.Start + int32(lo),
				End: piece.Start + int32(hi)})
		}
		done += piece.Len()
	}
	if len(out) == 0 {
		return t.Range, nil
	}
	r := out[0]
	r.End = out[len(out)-1].End
	if len(out) == 1 {
		out = nil
	}
	return r, out
}

func (p *parser) tokenStart(k int) int {
	if p.raw.starts == nil {
		return -1
	}
	return int(p.raw.starts[k])
}

// integerOnly makes the next token plain digits where fixed form ran a letter into them: `DO 10 E5
// = 1, 3`, `REAL*8 E1`.
func (p *parser) integerOnly() {
	if t := p.tok(); t.Kind == RealTok && p.raw.starts != nil && isDigit(t.Text[0]) &&
		!strings.Contains(t.Text, ".") {
		p.split(p.i, digits(t.Text, 0))
	}
}

// ---- names and labels

// ident consumes a name.
func (p *parser) ident(what string) *Ident {
	t := p.tok()
	if t.Kind != NameTok {
		p.failExpected(what)
		return &Ident{Range: t.Range}
	}
	p.i++
	return &Ident{Range: t.Range, Name: t.Text}
}

// optIdent consumes a name if there is one.
func (p *parser) optIdent() *Ident {
	if p.is(NameTok) {
		return p.ident("name")
	}
	return nil
}

// idents consumes a list of names.
func (p *parser) idents(what string) []*Ident {
	list := []*Ident{p.ident(what)}
	for p.accept(Comma) {
		list = append(list, p.ident(what))
	}
	return list
}

// labelRef consumes a reference to a statement label.
func (p *parser) labelRef() *Label {
	p.integerOnly()
	t := p.tok()
	if t.Kind != IntTok {
		p.failExpected("a statement label")
		return &Label{Range: t.Range}
	}
	v := 0
	for _, c := range []byte(t.Text) {
		if !isDigit(c) {
			p.fail("C0004", t.Range, "'%s' is no statement label", t.Text)
			return &Label{Range: t.Range}
		}
		v = min(v*10+int(c-'0'), 1e8)
	}
	p.i++
	return &Label{Range: t.Range, Value: v}
}

// skipGroup gives the index after the parenthesis, bracket or array constructor that opens at n, or
// n if none opens there or it does not close.
func (p *parser) skipGroup(n int) int {
	switch p.at(n).Kind {
	case LParen, LBracket, LArrayCons:
	default:
		return n
	}
	if len(p.pairs) != len(p.toks) {
		p.pairUp()
	}
	if after := int(p.pairs[n]); after > 0 {
		return after
	}
	return n
}

// pairUp finds the partners of all that opens, whatever its kind, in one pass: looking for each
// alone would take quadratic time.
func (p *parser) pairUp() {
	p.pairs = slices.Grow(p.pairs[:0], len(p.toks))[:len(p.toks)]
	clear(p.pairs)
	p.openers = p.openers[:0]
	for k := range p.toks {
		switch p.toks[k].Kind {
		case LParen, LBracket, LArrayCons:
			p.openers = append(p.openers, int32(k))
		case RParen, RBracket, RArrayCons:
			if n := len(p.openers); n > 0 {
				p.pairs[p.openers[n-1]] = int32(k + 1)
				p.openers = p.openers[:n-1]
			}
		}
	}
}

// unclosed gives the index of the last token of the statement that opens a group and has no
// partner, or -1.
func (p *parser) unclosed() int {
	p.pairUp()
	if n := len(p.openers); n > 0 {
		return int(p.openers[n-1])
	}
	return -1
}
