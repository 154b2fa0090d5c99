package lower

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// Checks while the program runs, with -check: subscripts of coindexed objects, and sections.

// knownExtent is how many elements the array has that a subscript is of, -1 if the compiler does
// not know it: what pointers point to, arrays declared without a bound, members without one, and
// arrays of variable length, whose size would be computed with all that stands in the expression.
func (p part) knownExtent(x *syntax.Expr, array string) string {
	extent := declaredExtent(strip(x.Kids[0]), array, "-1L")
	if extent == "" {
		return "-1L"
	}
	return fmt.Sprintf(
		"(__builtin_types_compatible_p(__typeof__(%s), __typeof__(&(%s)[0])) ? -1L : %s)", array,
		array, extent)
}

// dimensionOf counts the subscripts up to this one, from 1.
func dimensionOf(x *syntax.Expr) (n int) {
	for ; x.Kind == syntax.Index || x.Kind == syntax.Section; x = strip(x.Kids[0]) {
		n++
	}
	return n
}

// checkSection checks a triplet, whose parts have been evaluated, or one subscript.
func (p part) checkSection(x *syntax.Expr, s *section, array, base, length, step string) string {
	if !p.options.Check {
		return ""
	}
	return s.onlyIf() + fmt.Sprintf("coral_xmp_check_section(%s, %s, %s, %s, %d, %s); ", base,
		length, step, p.knownExtent(x, array), dimensionOf(x), p.place(x.Lo))
}

// checkSubscripts puts checks around the subscripts of a coindexed object, which generated code
// evaluates once.
func (p part) checkSubscripts(x *syntax.Expr) {
	if !p.options.Check || sectionIn(x) != nil {
		return
	}
	switch x.Kind {
	case syntax.Index:
		p.checkSubscripts(x.Kids[0])
		p.expr(x.Kids[1], operand)
		p.text.replace(x.Kids[1].Span, p.subscriptOf(x))
	case syntax.Member, syntax.Paren:
		p.checkSubscripts(x.Kids[0])
	}
}

// subscriptOf is the lowered subscript of an element, with -check one that is checked. The array
// whose extent is asked for has no subscripts of its own: they would be repeated.
func (p part) subscriptOf(x *syntax.Expr) string {
	text := p.of(x.Kids[1])
	if !p.options.Check {
		return text
	}
	extent := p.knownExtent(x, p.typed(x.Kids[0]))
	if extent == "-1L" {
		return text
	}
	return fmt.Sprintf("coral_xmp_subscript(%s, %s, %d, %s)", integer(text), extent, dimensionOf(x),
		p.place(x.Lo))
}

// live is an object whose place is looked for among what xmp_free has freed.
func (p part) live(x *syntax.Expr, object string) string {
	if !p.mayBeFreed(x) {
		return object
	}
	at := p.name("a")
	return fmt.Sprintf(
		"(*__extension__ ({ %[2]scoral_xmp_live(%[1]s, %[3]s); %[1]s; }))",
		at, p.takesAddress(at, object), p.place(x.Lo))
}

// mayBeFreed tells whether the program is checked, and an object is reached by a pointer.
func (p part) mayBeFreed(x *syntax.Expr) bool {
	if !p.options.Check {
		return false
	}
	for x = strip(x); ; x = strip(x.Kids[0]) {
		switch {
		case x.Kind == syntax.Name:
			return x.Symbol == nil || x.Symbol.Pointer
		case x.Kind != syntax.Index && x.Kind != syntax.Section &&
			(x.Kind != syntax.Member || x.Op != "."):
			return true
		}
	}
}
