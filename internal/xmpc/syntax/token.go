package syntax

import "github.com/coral-pgas/coral/internal/diag"

// Kind is what a token is.
type Kind uint8

const (
	EOF Kind = iota
	Ident
	Number
	String // and character constants
	Punct
	Pragma // a whole line #pragma
)

// Token is one token of preprocessed C. Text is the spelling, with digraphs as what they stand for.
type Token struct {
	Kind  Kind
	final bool // a macro's name that is not expanded again: it came out of its own expansion
	Text  string
	// in the source; a token that a macro brought to a directive has the place of the macro's name
	Start, End int32
}

// Is tells whether the token is this punctuation.
func (t Token) Is(op string) bool { return t.Kind == Punct && t.Text == op }

// IsWord tells whether the token is this identifier or keyword.
func (t Token) IsWord(word string) bool { return t.Kind == Ident && t.Text == word }

// stream is a source as tokens.
type stream struct {
	src    *diag.Source
	tokens []Token // the last is EOF
	// macros[i] are the changes of macros in front of token i, in order: those of #define and
	// #undef lines.
	macros map[int][]change
	hidden []diag.Range // lines that must not reach the compiler: #define, #undef
}

type change struct {
	name  string
	macro *Macro // nil: #undef
}

// changes tells operators that change a variable: what has one is not to be evaluated again.
func (t Token) changes() bool {
	return t.Kind == Punct && (t.Text == "++" || t.Text == "--" || assignments[t.Text])
}
