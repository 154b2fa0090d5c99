// Package syntax reads C with XcalableMP's coarrays, sections and directives. It is given
// preprocessed text, in which it finds every construct of XcalableMP for certain, by its form, and
// the declarations and scopes that tell what names mean; all else is the C compiler's business and
// stays a run of tokens. What it cannot read is an error only where such a construct is in it.
package syntax

import (
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/xmp"
)

// Codes of this package and of lowering; internal/diag/codes_xmp.go explains them.
const (
	CodeForm       diag.Code = "C0401"
	CodeNoCoarray  diag.Code = "C0402"
	CodeStorage    diag.Code = "C0403"
	CodeCorank     diag.Code = "C0404"
	CodeSection    diag.Code = "C0405"
	CodeShape      diag.Code = "C0406"
	CodeAddress    diag.Code = "C0407"
	CodeDeclare    diag.Code = "C0408"
	CodeDirective  diag.Code = "C0409"
	CodeArguments  diag.Code = "C0410"
	CodePlace      diag.Code = "C0411"
	CodeGlobalView diag.Code = "C0412"
	CodeNodes      diag.Code = "C0413"
	CodeMacro      diag.Code = "C0414"
	CodeLanguage   diag.Code = "C0416"
	CodeGmove      diag.Code = "C0417"
	CodeCall       diag.Code = "C0419"
	CodeBitField   diag.Code = "C0420"
)

// File is what a source says of XcalableMP.
type File struct {
	Source *diag.Source
	Tokens []Token
	// Roots are the expressions that have constructs of XcalableMP, none inside another but by
	// statements in parentheses; inner ones come first.
	Roots []*Expr
	// codimensions of declarations, and qualifiers in the bounds of coarrays, which the compiler
	// must not see
	Codims     []Span
	Arrays     []Span // those of Codims that stand in definitions of arrays
	Directives []*Directive
	BitFields  map[string]bool // names of members, of any type, that may be bit-fields
	// tokens, the labels of switch into which the statement before goes on, as a comment says
	Falls  []int
	Hidden []diag.Range
}

// Span is a run of tokens, from Lo up to but not including Hi.
type Span struct{ Lo, Hi int }

// Parallel tells whether the file has anything of XcalableMP.
func (f *File) Parallel() bool {
	return len(f.Roots)+len(f.Codims)+len(f.Directives) > 0
}

// Range is where a run of tokens stands.
func (f *File) Range(s Span) diag.Range {
	if s.Hi <= s.Lo {
		s.Hi = s.Lo + 1
	}
	if s.Hi > len(f.Tokens) {
		s.Hi = len(f.Tokens)
	}
	return f.Source.Range(int(f.Tokens[s.Lo].Start), int(f.Tokens[s.Hi-1].End))
}

// Numbering is how coindices of a coarray count.
type Numbering uint8

const (
	ByImage Numbering = iota // declared with :[..]: from 0
	// declared by #pragma xmp coarray: as nodes do, from 1, or from 0 where the file declares them
	// in brackets
	ByNode
)

// Symbol is what a name means in its scope.
type Symbol struct {
	Name      string
	Typedef   bool
	Coarray   *Coarray // nil: none
	Nodes     *Nodes
	Automatic bool // has no place that other images know
	Fixed     bool // const, _Thread_local or register
	Function  bool
	Pointer   bool // the outermost type derivation is a pointer, or an array of a parameter
	// Bound are the tokens of the outermost bound of a parameter that is an array, and Body is the
	// brace behind which the value of that is known.
	Bound      Span
	Body       int
	Complete   bool   // an array, no parameter, that it or its type's name is declared with a bound
	Bounds     []Span // of an array, all, where it is declared without parentheses and typedefs
	Qualifiers []Span // in the bounds of an array
	At         Span
	Aggregate  *Aggregate // as AggregateOf gives it
}

// Coarray is a name with codimensions.
type Coarray struct {
	Numbering Numbering
	Origin    int    // the first image's number
	Codims    []Span // tokens between the brackets
	At        Span
	Where     *Directive // whose tokens these are; nil: the file's
}

// Nodes is a node array, with the directive whose tokens its sizes are.
type Nodes struct {
	*xmp.Nodes[*Expr]
	Where *Directive
}

// ExprKind is what an expression is.
type ExprKind uint8

const (
	Leaf  ExprKind = iota // tokens that are passed on as they are: names, constants, types
	Name                  // an identifier
	Paren                 // ( X ), GNU's __extension__ X
	Index                 // X [ I ]
	// X [ base : length : step ]: Kids are X, base, length, step, nil where left out
	Section
	Member  // X . name, X -> name
	Call    // X ( args )
	Generic // _Generic ( X , type : Y .. ), a generic selection: Kids are X, Y ..
	Postfix // X ++
	Prefix  // ++ X
	Unary   // & * + - ~ ! and GNU's __real__ __imag__
	SizeOf  // sizeof X, _Alignof X
	Cast    // ( type ) X
	Binary
	Cond   // C ? X : Y, GNU's C ? : Y (Kids[1] nil)
	Assign // Op is = += ..
	Comma
	Coindex // X : [ k ] ..
	List    // { .. } of an initialiser or compound literal
	Block   // ({ statements }): those have roots of their own
)

// Expr is an expression over the tokens of its span.
type Expr struct {
	Span
	Kind ExprKind
	// of a root: it is a statement, or what a loop does after each turn, so that nobody wants its
	// value
	Unused bool
	Op     string
	OpAt   int // token of the operator
	Kids   []*Expr
	Symbol *Symbol // of a Name, as far as it is known
	// of the type in front of a cast
	Aggregate *Aggregate
}
