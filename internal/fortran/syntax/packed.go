package syntax

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// Tokens are most of what a tree takes: 64 bytes each. What the source says about a token is not
// kept: a statement keeps a few bytes for each, and makes the tokens from them when it is asked.

// Tokens are those of the statement without the label, and the construct name with its colon.
func (b *Base) Tokens() []Token {
	if b.packed == "" {
		if b.more == nil {
			return nil
		}
		return b.more.tokens
	}
	return b.AppendTokens(make([]Token, 0, len(b.packed)/3))
}

// AppendTokens appends the tokens to a list.
func (b *Base) AppendTokens(list []Token) []Token {
	if b.packed == "" {
		return append(list, b.Tokens()...)
	}
	src := b.Range.Src
	for p := (packedTokens{src: src, rest: b.packed}); p.next(); {
		list = append(list, Token{Kind: p.kind,
			Range: diag.Range{Src: src, Start: p.start, End: p.end},
			Text:  textOf(src, p.kind, p.start, p.end)})
	}
	return list
}

// Place is where a token stands in the source of its statement.
type Place struct {
	Kind       Kind
	Start, End int32
}

// AppendPlaces appends the places of the tokens to a list; none if the source does not tell the
// rest of each of them.
func (b *Base) AppendPlaces(list []Place) []Place {
	for p := (packedTokens{src: b.Range.Src, rest: b.packed}); p.next(); {
		list = append(list, Place{p.kind, p.start, p.end})
	}
	return list
}

// Spelled is a part of the statement as its tokens spell it: without blanks, continuations and
// comments, and with names in lower case. Two parts that are written alike have the same.
func (b *Base) Spelled(r diag.Range) string {
	var text strings.Builder
	for _, t := range b.Tokens() {
		if t.Range.Src == r.Src && t.Range.Start >= r.Start && t.Range.End <= r.End {
			text.WriteString(t.Text)
		}
	}
	return text.String()
}

// SetTokens gives the statement its tokens.
func (b *Base) SetTokens(list []Token) {
	b.packed, b.first = "", 0
	if b.more != nil {
		b.more.tokens = nil
	}
	if len(list) == 0 {
		return
	}
	b.first = list[0].Range.Start
	if packed, ok := pack(b.Range.Src, list); ok {
		b.packed = packed
	} else {
		b.further().tokens = list
	}
}

// pack writes kind, distance from the token before and length of each token; false: the source does
// not tell the rest.
func pack(src *diag.Source, list []Token) (string, bool) {
	out := make([]byte, 0, 128)
	at := int32(0)
	for i := range list {
		t := &list[i]
		if t.Range.Src != src || t.Pieces != nil || t.Range.Start < at ||
			t.Text != textOf(src, t.Kind, t.Range.Start, t.Range.End) {
			return "", false
		}
		out = append(out, byte(t.Kind))
		out = binary.AppendUvarint(out, uint64(t.Range.Start-at))
		out = binary.AppendUvarint(out, uint64(t.Range.End-t.Range.Start))
		at = t.Range.End
	}
	return string(out), true
}

// packedTokens goes through packed tokens.
type packedTokens struct {
	src        *diag.Source
	rest       string
	kind       Kind
	start, end int32
}

func (p *packedTokens) number() int32 {
	var v uint32
	for shift := 0; ; shift += 7 {
		c := p.rest[0]
		p.rest = p.rest[1:]
		v |= uint32(c&0x7f) << shift
		if c < 0x80 {
			return int32(v)
		}
	}
}

// next tells whether there is another one.
func (p *packedTokens) next() bool {
	if p.rest == "" {
		return false
	}
	p.kind, p.rest = Kind(p.rest[0]), p.rest[1:]
	p.start = p.end + p.number()
	p.end = p.start + p.number()
	return true
}

// HasToken tells whether some token of the statement is as the function says. It takes no memory.
func (b *Base) HasToken(is func(kind Kind, text string) bool) bool {
	if b.packed == "" {
		return slices.ContainsFunc(b.Tokens(), func(t Token) bool { return is(t.Kind, t.Text) })
	}
	for p := (packedTokens{src: b.Range.Src, rest: b.packed}); p.next(); {
		if is(p.kind, textOf(p.src, p.kind, p.start, p.end)) {
			return true
		}
	}
	return false
}

// textOf is the text of a token that is contiguous.
func textOf(src *diag.Source, kind Kind, start, end int32) string {
	text := src.Text[start:end]
	if kind == NameTok {
		return strings.ToLower(text)
	}
	return text
}

// words are the names and the kinds of tokens that the statements of a file have.
type words struct {
	names map[string]bool
	kinds [256]bool
}

// hasWords goes through the tokens of the file once, whatever is asked for.
func (f *File) hasWords() *words {
	if f.words != nil {
		return f.words
	}
	w := &words{names: map[string]bool{}}
	for _, s := range f.Stmts {
		s.Info().HasToken(func(kind Kind, text string) bool {
			w.kinds[kind] = true
			if kind == NameTok && !w.names[text] {
				w.names[text] = true
			}
			return false
		})
	}
	f.words = w
	return w
}

// HasName tells whether a name, in lower case, stands in some statement of the file. That of a
// construct in front of it does not count.
func (f *File) HasName(name string) bool { return f.hasWords().names[name] }

// HasAnyName tells whether one of some names stands in the file.
func (f *File) HasAnyName(names map[string]bool) bool {
	for name, counts := range names {
		if counts && f.HasName(name) {
			return true
		}
	}
	return false
}

// HasKind tells whether some statement of the file has a token of a kind.
func (f *File) HasKind(kind Kind) bool { return f.hasWords().kinds[kind] }
