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
	info := x.scope.Reference(r)
	if !info.Call {
		// gfortran evaluates the subscripts of an array for each field of the descriptor, and
		// asynchronous collectives are passed the designator twice.
		x.nameCalls(r)
	}
	return x.asAssumedRank(r, info)
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

// absence says what the inquiries tell where they are false.
var absence = map[string]string{"present": "is not present", "allocated": "is not allocated",
	"associated": "is not associated"}

// inquiries are the functions that tell whether a part of a designator is there, the first of them
// first: optional dummy arguments, allocatable variables and pointers may not be.
func inquiries(info *resolve.Reference, part int) (functions []string) {
	sym := info.Parts[part]
	if sym == nil || sym.Kind != resolve.Variable {
		return nil
	}
	if part == 0 && info.Base != nil && info.Base.Kind == resolve.Associate {
		return nil // that of an allocatable coarray is not allocatable (F2018 11.1.3.3)
	}
	if sym.Has(resolve.Optional) {
		functions = append(functions, "present")
	}
	if sym.Has(resolve.Allocatable) {
		functions = append(functions, "allocated")
	}
	if sym.Has(resolve.Pointer) {
		functions = append(functions, "associated")
	}
	return functions
}

// operandChecks are lines that end the run if an operand of a collective is not there. what is the
// collective's name.
func (x *stmt) operandChecks(e syntax.Expr, what string) (lines []string) {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return nil
	}
	info, known := x.scope.Reference(r), ""
	for i, part := range r.Parts {
		sym := info.Parts[i]
		if sym == nil || sym.Kind != resolve.Variable {
			break
		}
		name := x.t.Render(r.Range.From().Join(part.Name.Range))
		known = strings.TrimPrefix(known+"%"+part.Name.Name, "%")
		for _, inquiry := range inquiries(info, i) {
			lines = append(lines, fmt.Sprintf("if (.not. %s(%s)) call %s(%s, %s, %s)", inquiry,
				name, x.l.use("coral_no_operand"), edit.Quote(what),
				edit.Quote(known+" "+absence[inquiry]), x.where()))
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
