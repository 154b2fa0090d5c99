package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TypedValue is a polymorphic coindexed object from whose value something gets its dynamic type.
type TypedValue struct {
	Ref *syntax.Ref
	// TypeOnly: MOLD= takes nothing but the type.
	TypeOnly bool
	// Component: it makes a component in a structure constructor.
	Component bool
	// Whole is the object with its parentheses.
	Whole diag.Range
	// Through is the intrinsic function that passes it on, or "".
	Through string
}

// TypedByValue gives the polymorphic coindexed objects of a statement whose dynamic type counts:
// where they are assigned to a polymorphic variable, stand in SOURCE= or MOLD= for one, make a
// polymorphic component in a structure constructor, or are values that keep it: in parentheses as
// actual arguments, operands and selectors, as arguments of MERGE and its like, and as output
// items. Elsewhere only what the declared type has is used.
func (s *Scope) TypedByValue(st syntax.Stmt) []TypedValue {
	if s.prog != nil && !s.prog.polymorphic {
		return nil
	}
	w := &typedValues{s: s}
	w.statement(st)
	return w.found
}

// typedValues finds the values of a statement whose dynamic type counts.
type typedValues struct {
	s       *Scope
	found   []TypedValue
	through string // the intrinsic function in whose arguments the visit is
}

// add adds the polymorphic coindexed object that an expression is.
func (w *typedValues) add(e syntax.Expr, v TypedValue) {
	v.Ref, v.Whole, v.Through = w.s.polymorphicOfOther(e), e.Span(), w.through
	known := func(f TypedValue) bool { return f.Ref == v.Ref }
	if v.Ref != nil && !slices.ContainsFunc(w.found, known) {
		w.found = append(w.found, v)
	}
}

func (w *typedValues) statement(st syntax.Stmt) {
	switch st := st.(type) {
	case *syntax.IfStmt:
		w.value(st.Cond, false)
		w.statement(st.Action)
	case *syntax.AssignStmt:
		w.value(st.LHS(), false)
		counts := w.s.TypeOf(st.LHS()).IsPolymorphic()
		if by := w.s.Defined(assignmentKey, st.LHS(), st.RHS()); by.Proc != nil {
			// it gets the right side in parentheses (F2018 15.4.3.4.3)
			list := by.dummies()
			counts = len(list) < 2 || list[1] == nil || list[1].TypeOf().IsPolymorphic()
		}
		w.value(st.RHS(), counts)
	case *syntax.AllocateStmt:
		to := len(st.Allocs) > 0 && w.s.lastType(st.Allocs[0].Object).IsPolymorphic()
		for _, a := range st.Specs {
			source := a.Keyword != nil && a.Keyword.Name == "source"
			if to && a.Keyword != nil && a.Keyword.Name == "mold" {
				w.add(a.Value, TypedValue{TypeOnly: true})
			}
			w.value(a.Value, to && source)
		}
		for _, a := range st.Allocs {
			w.inside(a.Object, nil)
		}
	case *syntax.CallStmt:
		w.inside(st.Proc, w.arguments(st.Proc))
	case *syntax.AssociateStmt:
		for _, a := range st.Assocs {
			w.value(a.Selector, true)
		}
	case *syntax.SelectStmt:
		w.value(st.Expr, true)
	case *syntax.IOStmt:
		for _, c := range st.Controls {
			w.value(c.Value, false)
		}
		for _, item := range st.Items {
			w.item(item, st.Verb != syntax.IORead && st.Verb != syntax.IOAccept)
		}
	default:
		syntax.StmtExprs(st, func(e syntax.Expr) { w.value(e, false) })
	}
}

// item visits an item of an input or output list.
func (w *typedValues) item(e syntax.Expr, output bool) {
	if d, ok := e.(*syntax.ImpliedDo); ok {
		for _, item := range d.Items {
			w.item(item, output)
		}
		return
	}
	w.value(e, output)
}

// value visits an expression; counts: what uses its value asks for its dynamic type.
func (w *typedValues) value(e syntax.Expr, counts bool) {
	if counts {
		w.add(e, TypedValue{})
	}
	switch e := e.(type) {
	case nil:
	case *syntax.Paren:
		w.value(e.X, counts)
	case *syntax.Ref:
		w.reference(e, counts)
	case *syntax.Unary:
		w.operands(operatorKey(e.Op, e.Name), e.X)
	case *syntax.Binary:
		w.operands(operatorKey(e.Op, e.Name), e.X, e.Y)
	default:
		w.inside(e, nil)
	}
}

// reference visits what a reference contains.
func (w *typedValues) reference(r *syntax.Ref, counts bool) {
	through := w.through
	w.through = ""
	counted := w.passedOn(r, counts)
	w.inside(r, counted)
	w.through = through
}

// operands visits those of an operation, which a procedure may define.
func (w *typedValues) operands(key string, list ...syntax.Expr) {
	if !slices.ContainsFunc(list, isParen) {
		for _, e := range list {
			w.value(e, false)
		}
		return
	}
	by := w.s.Defined(key, list...)
	items := asArguments(list)
	for i, e := range list {
		w.value(e, isParen(e) && mayBePolymorphic(by.Dummy(items, i)))
	}
}

// inside visits what an expression contains; counted are the expressions of which the dynamic type
// counts.
func (w *typedValues) inside(n syntax.Node, counted map[syntax.Expr]bool) {
	syntax.Inspect(n, func(in syntax.Node) bool {
		e, ok := in.(syntax.Expr)
		if !ok || in == n {
			return true
		}
		w.value(e, counted[e])
		return false
	})
}

// passedOn gives the arguments of a reference whose dynamic type counts, if that of its own value
// does.
func (w *typedValues) passedOn(r *syntax.Ref, counts bool) map[syntax.Expr]bool {
	if r.Last().Args == nil {
		return nil
	}
	if d := w.s.Lookup(r.First().Name); len(r.Parts) == 1 && d != nil && d.IsType() {
		w.constructor(r, d)
		return nil
	}
	if len(r.Parts) == 1 && w.s.CallsIntrinsic(r) {
		return w.ofIntrinsic(r, counts)
	}
	if !w.s.Reference(r).Call {
		return nil
	}
	return w.arguments(r)
}

// constructor adds the values of polymorphic components in a structure constructor.
func (w *typedValues) constructor(r *syntax.Ref, d *Symbol) {
	for i, a := range r.Parts[0].Args.Items {
		if c := d.constructed(i, a); c != nil && c.TypeOf().IsPolymorphic() {
			w.add(a.Value, TypedValue{Component: true})
		}
	}
}

// arguments are those of a procedure that may ask for the dynamic type. A coindexed object that
// stands there by itself, and not its value, has no polymorphic dummy argument (C0139).
func (w *typedValues) arguments(proc *syntax.Ref) map[syntax.Expr]bool {
	if proc.Last().Args == nil {
		return nil
	}
	items := proc.Last().Args.Items
	var callee *Callee
	counted := map[syntax.Expr]bool{}
	for i, a := range items {
		if a.Value == nil || w.s.polymorphicOfOther(a.Value) == a.Value {
			continue
		}
		if callee == nil {
			c := w.s.Callee(proc)
			callee = &c
		}
		counted[a.Value] = mayBePolymorphic(callee.Dummy(items, i))
	}
	return counted
}

// mayBePolymorphic tells whether a dummy argument, which may be unknown, is polymorphic.
func mayBePolymorphic(d *Symbol) bool { return d == nil || d.TypeOf().IsPolymorphic() }

// ofIntrinsic are the arguments of an intrinsic function whose dynamic type counts: that of its
// result, or that which it asks for.
func (w *typedValues) ofIntrinsic(r *syntax.Ref, counts bool) map[syntax.Expr]bool {
	counted := map[syntax.Expr]bool{}
	w.through = r.First().Name
	for _, a := range r.Last().Args.Items {
		switch r.First().Name {
		case "merge", "spread", "reshape", "cshift", "eoshift", "pack", "unpack", "transpose":
			counted[a.Value] = counts
		case "transfer":
			counted[a.Value] = true
		case "same_type_as", "extends_type_of", "storage_size":
			counted[a.Value] = isParen(a.Value)
		}
	}
	return counted
}

func isParen(e syntax.Expr) bool {
	_, ok := e.(*syntax.Paren)
	return ok
}

// polymorphicOfOther is the polymorphic coindexed object that an expression is, perhaps in
// parentheses; nil: it is none.
func (s *Scope) polymorphicOfOther(e syntax.Expr) *syntax.Ref {
	for p, ok := e.(*syntax.Paren); ok; p, ok = e.(*syntax.Paren) {
		e = p.X
	}
	if r, ok := e.(*syntax.Ref); ok && r.Coindexed() != nil && r.Coindexed() == r.Last() &&
		s.lastType(r).IsPolymorphic() {
		return r
	}
	return nil
}

// constructed is the component to which an argument of a structure constructor gives its value;
// nil: that is not known.
func (d *Symbol) constructed(i int, a *syntax.Arg) *Symbol {
	if a.Keyword != nil {
		return d.Component(a.Keyword.Name)
	}
	if d.ParentType() == nil && i < len(d.Components) {
		return d.Components[i]
	}
	return nil
}

// lastType is the type of what a reference denotes; nil: unknown.
func (s *Scope) lastType(r *syntax.Ref) *Type {
	info := s.Reference(r)
	return info.Types[len(info.Types)-1]
}

// IsPolymorphic tells whether objects declared so have a dynamic type (CLASS); a type that is not
// known, nil, is not.
func (t *Type) IsPolymorphic() bool {
	return t != nil && (t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny)
}
