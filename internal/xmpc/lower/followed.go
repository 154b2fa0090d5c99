package lower

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

const noPointer = "what a pointer in a coarray points to lies on the image that has set it, " +
	"and no other image reaches it [C0407]"

// reached is the image of a coindexed designator, which the compiler refuses if the designator
// follows a pointer that is not the coarray itself: s.q->v:[k], s.p[i]:[k], s:[k].p[i]. Such a
// pointer's value means something on one image.
func (p part) reached(x *syntax.Expr, image string) string {
	asserts := p.followed(x)
	if asserts == "" {
		return image
	}
	member := func(m *syntax.Expr) string { return p.text.tokens[m.Hi-1].Text }
	if key, ok := kindOfObject(x, member); ok {
		key.path = "followed " + key.path
		if p.checked[key]++; p.checked[key] > maxChecked {
			return image
		}
	}
	return image + " + 0 * (long)" + p.asserted(x.Lo, "%s", asserts)
}

// followed are assertions that what a designator goes through by subscripts and -> are arrays.
func (p part) followed(x *syntax.Expr) string {
	if of := pointedAt(x); of != nil {
		return p.followed(of)
	}
	switch x.Kind {
	case syntax.Paren, syntax.Coindex:
		return p.followed(x.Kids[0])
	case syntax.Index, syntax.Section:
		return p.isArray(x.Kids[0]) + p.followed(x.Kids[0])
	case syntax.Member:
		text := ""
		if x.Op == "->" {
			text = p.isArray(x.Kids[0])
		}
		return text + p.followed(x.Kids[0])
	case syntax.Unary:
		if realPart(x) {
			return p.followed(x.Kids[0])
		}
		if x.Op != "*" {
			return ""
		}
		of := strip(x.Kids[0])
		if of.Kind == syntax.Binary { // *(p + i)
			of = strip(of.Kids[0])
		}
		return p.isArray(of) + p.followed(of)
	}
	return ""
}

// isArray asserts that a part of a variable is an array; of a variable itself nothing: it may be a
// pointer to allocated coarrays.
func (p part) isArray(x *syntax.Expr) string {
	x = strip(x)
	if x.Kind == syntax.Unary && x.Op != "*" {
		return ""
	}
	switch x.Kind {
	case syntax.Index, syntax.Section, syntax.Member, syntax.Coindex, syntax.Unary:
		b := p.typed(x)
		return fmt.Sprintf("_Static_assert(!__builtin_types_compatible_p(__typeof__(%s), "+
			"__typeof__(&(%s)[0])), \"%s\"); ", b, b, noPointer)
	}
	return ""
}

// typed is an expression, never evaluated, that has a designator's type: without images, each
// subscript 0.
func (p part) typed(x *syntax.Expr) string {
	switch x.Kind {
	case syntax.Paren:
		return "(" + p.typed(x.Kids[0]) + ")"
	case syntax.Coindex:
		return p.typed(x.Kids[0])
	case syntax.Index, syntax.Section:
		return "(" + p.typed(x.Kids[0]) + ")[0]"
	case syntax.Member:
		return "(" + p.typed(x.Kids[0]) + ")" + p.text.render(syntax.Span{Lo: x.OpAt, Hi: x.Hi})
	case syntax.Unary:
		if of := strip(x.Kids[0]); x.Op == "*" && of.Kind == syntax.Binary {
			return "*(" + p.typed(of.Kids[0]) + ")"
		}
		return x.Op + "(" + p.typed(x.Kids[0]) + ")"
	}
	return p.of(x)
}

// followsRemote tells whether an expression is, or is reckoned from, a part of a coindexed object.
func followsRemote(x *syntax.Expr) bool {
	x = strip(x)
	if x.Kind == syntax.Binary && (x.Op == "+" || x.Op == "-") {
		x = strip(x.Kids[0])
	}
	for y := x; ; y = y.Kids[0] {
		switch y.Kind {
		case syntax.Coindex:
			of := strip(y.Kids[0])
			// which have no image, and are told so
			return of.Kind != syntax.Binary && of.Kind != syntax.Call &&
				of.Kind != syntax.Generic
		case syntax.Index, syntax.Section, syntax.Member, syntax.Paren:
		default:
			return false
		}
	}
}

// callsRemote tells whether what is called is, or may be, a function that another image has a
// pointer to. The operators * and & make no difference to a function.
func callsRemote(x *syntax.Expr) bool {
	switch x = strip(x); {
	case x.Kind == syntax.Cast, x.Kind == syntax.Comma:
		return callsRemote(x.Kids[1])
	case x.Kind == syntax.Cond:
		return x.Kids[1] != nil && callsRemote(x.Kids[1]) || callsRemote(x.Kids[2])
	case x.Kind == syntax.Unary && (x.Op == "*" || x.Op == "&"):
		return callsRemote(x.Kids[0])
	}
	return followsRemote(x)
}

// cannotFollow refuses what a pointer that another image has in a coarray points to, also a
// function: each image has its code at addresses of its own.
func (p part) cannotFollow(x *syntax.Expr) {
	help := "declare an array in place of the pointer; " +
		"for a coarray that is a pointer write (*p):[k] or p[i]:[k]"
	if x.Kind == syntax.Call {
		help = "each image has its functions at addresses of its own: store a number in the " +
			"coarray, and select the function by it, as in f[n:[k]](4)"
	}
	p.errorf(syntax.CodeAddress, x, "what another image has in a pointer is an address there, "+
		"which means nothing here").Help("%s", help)
	p.text.replace(x.Span, "0")
}
