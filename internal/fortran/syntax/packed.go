package syntax

import (
	"encoding/binary"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// Tokens are most of what a tree takes: 64 bytes each. What the source says about a token is not kept:
// a statement keeps a few bytes for each, and makes the tokens from them when it is asked.

// Tokens are those of the statement without the label, and the construct name with its colon.
func (b *Base) Tokens() []Token {
	if b.packed == "" {
		return b.tokens
	}
	return unpack(b.Range.Src, b.packed)
}

// SetTokens gives the statement its tokens.
func (b *Base) SetTokens(list []Token) {
	b.tokens, b.packed, b.first = list, "", 0
	if len(list) == 0 {
		return
	}
	b.first = list[0].Range.Start
	if packed, ok := pack(b.Range.Src, list); ok {
		b.tokens, b.packed = nil, packed
	}
}

// pack writes kind, distance from the token before and length of each token; false: the source does not
// tell the rest.
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

func unpack(src *diag.Source, packed string) []Token {
	list := make([]Token, 0, len(packed)/3)
	at := int32(0)
	number := func() int32 {
		var v uint32
		for shift := 0; ; shift += 7 {
			c := packed[0]
			packed = packed[1:]
			v |= uint32(c&0x7f) << shift
			if c < 0x80 {
				return int32(v)
			}
		}
	}
	for packed != "" {
		kind := Kind(packed[0])
		packed = packed[1:]
		start := at + number()
		at = start + number()
		list = append(list, Token{Kind: kind, Range: diag.Range{Src: src, Start: start, End: at},
			Text: textOf(src, kind, start, at)})
	}
	return list
}

// textOf is the text of a token that is contiguous.
func textOf(src *diag.Source, kind Kind, start, end int32) string {
	text := src.Text[start:end]
	if kind == NameTok {
		return strings.ToLower(text)
	}
	return text
}
