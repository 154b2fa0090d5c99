package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Components of all elements of an array, `a%id`, as arguments for assumed-rank dummy arguments. If
// `a` has a descriptor of its own, because it is allocatable or a pointer, gfortran 12 stores the
// address of the first component in that descriptor after the call: from then on, `a` begins
// elsewhere. It makes a new descriptor for `a(:)%id`, which is the same variable.

// assumedRankArgument renders an argument for an assumed-rank dummy argument.
func (x *stmt) assumedRankArgument(e syntax.Expr) string {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return x.t.Render(e.Span())
	}
	x.completeSpan(e)
	return x.asAssumedRank(r, x.scope.Reference(r))
}

// asAssumedRank renders a reference for an assumed-rank dummy argument: an array part in front of a
// component is written as a section.
func (x *stmt) asAssumedRank(r *syntax.Ref, info *resolve.Reference) string {
	for i, part := range r.Parts[:len(r.Parts)-1] {
		sym := info.Parts[i]
		if sym != nil && sym.Rank() > 0 && part.Args == nil && part.Selector == nil {
			section := "(" + strings.Repeat(":,", sym.Rank()-1) + ":)"
			defer x.t.InsertBefore(x.t.TokenFrom(part.Name.Range.End), section)()
			break // no other part can be an array (F2018 C919)
		}
	}
	return x.t.Render(r.Range)
}

// What is not allocated or not associated may not be the argument of a collective (F2018 15.5.2.4,
// 15.5.2.5). The compilers pass it all the same, as an array without elements or as one at address
// zero.

// operandChecks are lines that end the run if an operand of a collective is not there. what is the
// collective's name.
func (x *stmt) operandChecks(e syntax.Expr, what string) (lines []string) {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return nil
	}
	info, known := x.scope.Reference(r), ""
	check := func(asks, name, is string) {
		lines = append(lines, fmt.Sprintf("if (.not. %s(%s)) call %s(%s, %s, %s)", asks, name,
			x.l.use("coral_no_operand"), edit.Quote(what), edit.Quote(known+" "+is), x.where()))
	}
	for i, part := range r.Parts {
		sym := info.Parts[i]
		if sym == nil || sym.Kind != resolve.Variable {
			break
		}
		name := x.t.Render(r.Range.From().Join(part.Name.Range))
		known = strings.TrimPrefix(known+"%"+part.Name.Name, "%")
		if i == 0 && sym.Has(resolve.Optional) {
			check("present", name, "is not present")
		}
		switch {
		case i == 0 && info.Base != nil && info.Base.Kind == resolve.Associate:
			// an associate name of an allocatable coarray is not allocatable (F2018 11.1.3.3)
		case sym.Has(resolve.Allocatable):
			check("allocated", name, "is not allocated")
		case sym.Has(resolve.Pointer):
			check("associated", name, "is not associated")
		}
		if part.Args != nil && x.callsUser(part.Args) {
			break // it would be called once more
		}
	}
	return lines
}

// checkOperand has the run end in front of the statement.
func (x *stmt) checkOperand(e syntax.Expr, what string) {
	for _, line := range x.operandChecks(e, what) {
		x.raw(line)
	}
}
