package syntax

import "github.com/coral-pgas/coral/internal/diag"

// Kind classifies a token. Keywords are names: Fortran has no reserved words.
type Kind uint8

const (
	EOS Kind = iota // end of statement; never stored in Base.Tokens
	NameTok
	IntTok       // 42, without kind suffix handling: 42_8 is one token
	RealTok      // 1.5e3_dp
	StringTok    // 'abc', kind-prefixed ones included
	BozTok       // z'ff', 'ff'x
	HollerithTok // 5Habcde
	DotOpTok     // .and. .foo. .true. .true._4
	LParen
	RParen
	LBracket
	RBracket
	LArrayCons // (/
	RArrayCons // /)
	Comma
	Colon
	DoubleColon
	Assign // =
	Arrow  // =>
	Percent
	Plus
	Minus
	StarTok
	Power // **
	Slash
	Concat // //
	EqEq
	NotEq
	Less
	LessEq
	Greater
	GreaterEq
	Question
	At       // @, CAF 2.0
	Dot      // a lone '.'
	DotDot   // .. of an assumed rank
	TextTok  // opaque text: the parenthesised part of a FORMAT statement
	ErrorTok // a character that begins no token; already reported
)

var kindNames = [...]string{
	EOS: "end of statement", NameTok: "name", IntTok: "integer", RealTok: "real",
	StringTok: "string", BozTok: "boz",
	HollerithTok: "hollerith", DotOpTok: "operator", LParen: "'('", RParen: "')'", LBracket: "'['",
	RBracket:   "']'",
	LArrayCons: "'(/'", RArrayCons: "'/)'", Comma: "','", Colon: "':'", DoubleColon: "'::'",
	Assign: "'='",
	Arrow:  "'=>'", Percent: "'%'", Plus: "'+'", Minus: "'-'", StarTok: "'*'", Power: "'**'",
	Slash:  "'/'",
	Concat: "'//'", EqEq: "'=='", NotEq: "'/='", Less: "'<'", LessEq: "'<='", Greater: "'>'",
	GreaterEq: "'>='",
	Question:  "'?'", At: "'@'", Dot: "'.'", DotDot: "'..'", TextTok: "text",
	ErrorTok: "invalid character",
}

func (k Kind) String() string { return kindNames[k] }

// Token is a lexical token. Tokens never cross statements.
type Token struct {
	Kind  Kind
	Range diag.Range // from its first to its last byte; continuation lines in between included
	// Text is the token as written with continuations (and, in fixed form, blanks) taken out. Names
	// are in lower case.
	Text string
	// Pieces are the ranges of source text that make up a token which is not contiguous; nil for
	// all others.
	Pieces []diag.Range
}
