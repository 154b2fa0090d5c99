package lower

import (
	"strings"

	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// text is a run of tokens with what takes the place of some, and what is put between them. A
// replacement is found by its first token, so that to replace and to render take time in proportion
// to the tokens of the span, however many edits the file has.
type text struct {
	tokens []syntax.Token
	edits  []edit // edits[0] is no edit
	// starts[i] is the index in edits of what takes the place of tokens from i on; 0: nothing does.
	// It is made with the first edit.
	starts   []int32
	inserted map[int][]string // texts in front of a token, in order
}

type edit struct {
	syntax.Span
	text string
}

// replace puts text in the place of a span, and of all that has been replaced or inserted within.
// What stands in front of the span's first token or behind its last one stays.
func (t *text) replace(span syntax.Span, text string) {
	if t.starts == nil {
		t.starts, t.edits = make([]int32, len(t.tokens)+1), make([]edit, 1)
	}
	if around := t.edits[t.starts[span.Lo]]; around.Hi > span.Hi {
		return // part of a larger one already
	}
	at := t.starts[span.Lo]
	for i := span.Lo; i < span.Hi; {
		if i > span.Lo && len(t.inserted) > 0 {
			delete(t.inserted, i)
		}
		e := t.starts[i]
		if t.starts[i] = 0; e != 0 {
			i = t.edits[e].Hi
			t.edits[e].text = ""
		} else {
			i++
		}
	}
	if at == 0 {
		at = int32(len(t.edits))
		t.edits = append(t.edits, edit{})
	}
	t.edits[at] = edit{span, text}
	t.starts[span.Lo] = at
}

// insert puts text in front of a token, behind earlier insertions at the same token.
func (t *text) insert(at int, text string) {
	if t.inserted == nil {
		t.inserted = map[int][]string{}
	}
	t.inserted[at] = append(t.inserted[at], text)
}

// next finds the first token from at on, in front of hi, that something is inserted before (of all
// but the first token) or that is replaced; hi: none is.
func (t *text) next(at, hi int) int {
	if t.starts == nil && len(t.inserted) == 0 {
		return hi
	}
	for ; at < hi; at++ {
		if t.starts != nil && t.starts[at] != 0 || len(t.inserted) > 0 && len(t.inserted[at]) > 0 {
			return at
		}
	}
	return hi
}

// mark is how many edits there are; forget drops those since then, which are of one span, when they
// have been written.
func (t *text) mark() int { return len(t.edits) }

func (t *text) forget(mark int, span syntax.Span) {
	if t.starts == nil {
		return
	}
	clear(t.starts[span.Lo:span.Hi])
	t.edits = t.edits[:max(mark, 1)]
}

// replacement is what takes the place of the tokens from at on.
func (t *text) replacement(at int) (e edit, ok bool) {
	if t.starts == nil || t.starts[at] == 0 {
		return edit{}, false
	}
	return t.edits[t.starts[at]], true
}

// render is the text of a span on one line, what was replaced replaced. What is inserted in front
// of the first token is not of the span.
func (t *text) render(span syntax.Span) string {
	var b strings.Builder
	for at := span.Lo; at < span.Hi; {
		stop := t.next(at, span.Hi)
		for ; at < stop; at++ {
			if tok := t.tokens[at]; tok.Kind == syntax.Pragma {
				b.WriteString("\n" + tok.Text + "\n")
			} else {
				b.WriteString(tok.Text)
				b.WriteByte(' ')
			}
		}
		if at == span.Hi {
			break
		}
		if at > span.Lo {
			for _, text := range t.inserted[at] {
				b.WriteString(text + " ")
			}
		}
		if e, ok := t.replacement(at); ok && e.Hi <= span.Hi {
			b.WriteString(e.text)
			b.WriteByte(' ')
			at = e.Hi
			continue
		}
		if t.tokens[at].Kind == syntax.Pragma {
			b.WriteString("\n" + t.tokens[at].Text + "\n")
		} else {
			b.WriteString(t.tokens[at].Text + " ")
		}
		at++
	}
	return strings.TrimSuffix(b.String(), " ")
}
