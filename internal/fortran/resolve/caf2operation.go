package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// caf2Operation checks that an operator or a comparison of the user's takes scalars of the type of
// a collective's source, and that an operator gives one. The runtime calls it with addresses:
// nobody else would see that the bytes there are of another type.
func (c *checker) caf2Operation(p *CAF2Proc, op, src syntax.Expr, compares bool) {
	proc := c.scope.ProcedureOf(op)
	known := proc != nil && proc.Inner != nil && proc.Proc != nil && proc.Proc.Head != nil
	if !known || c.scope.CAF2Operator(op) != 0 {
		return
	}
	if compares && caf2Arguments(proc) != 2 || !compares && !caf2Operates(proc) {
		return // that is said already
	}
	wrong := func(format string, args ...any) {
		args = append([]any{proc.Name, p.Name}, args...)
		d := c.errorf("C0171", op.Span(), "'%s' does not serve %s: "+format, args...)
		if proc.Ident != nil {
			d.Note(proc.Ident.Range, "'%s' is declared here", proc.Name)
		}
	}
	dummies := Callee{Proc: proc}.Dummies()
	values := slices.Clone(dummies[:min(2, len(dummies))])
	isSubroutine := proc.Proc.Head.Kind == syntax.Subroutine
	if isSubroutine && len(dummies) > 2 {
		values = append(values, dummies[2])
	}
	if result := resultOf(proc); result != nil && !compares {
		values = append(values, result)
	}
	have, done := c.scope.TypeOf(src), "combined"
	if compares {
		done = "compared"
	}
	for _, v := range values {
		switch {
		case v == nil:
		case v.Kind != Variable:
			wrong("'%s' is a procedure", v.Name)
			return
		case isSubroutine && fitsType(have, v.TypeOf()) == certain && elements(v) > 1:
			wrong("its dummy argument '%s' has %d elements, but '%s' is called for one element "+
				"after the other", v.Name, elements(v), proc.Name)
			return
		case isSubroutine && v.Rank() != 0 && !assumedShape(v):
			continue // the bytes of an element, as Rice's users may see them
		case v.Rank() != 0:
			wrong("its dummy argument '%s' is an array, but '%s' is called for one element "+
				"after the other", v.Name, proc.Name)
			return
		case v.Flags&(Allocatable|Pointer|Optional) != 0 || v.IsCoarray():
			wrong("'%s' is allocatable, a pointer, optional or a coarray", v.Name)
			return
		case v.Has(Value) && (compares || isSubroutine):
			wrong("'%s' has VALUE, and is given by reference", v.Name)
			return
		case fitsType(have, v.TypeOf()) == never:
			wrong("'%s' is not of the type of what is to be %s", v.Name, done)
			return
		}
	}
}

// elements is how many elements an array of explicit shape has, 0 if that cannot be told.
func elements(v *Symbol) int64 {
	product := int64(1)
	for _, d := range dimsOf(v) {
		low, high, known := v.Scope.constantBounds(d)
		if !known {
			return 0
		}
		product *= max(0, high-low+1)
	}
	return product
}

// resultOf is the variable of a function's result, nil if the procedure is no function.
func resultOf(proc *Symbol) *Symbol {
	i := slices.IndexFunc(proc.Inner.Order, func(s *Symbol) bool { return s.Has(Result) })
	if i < 0 {
		return nil
	}
	return proc.Inner.Order[i]
}
