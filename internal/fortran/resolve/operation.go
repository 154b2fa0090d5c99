package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Which operations and assignments may call a procedure that is not pure. Where declarations do not
// tell for certain which procedure is meant, each counts that may be.

// OperatorMayCall tells that of an operation; of any other node it tells false.
func (s *Scope) OperatorMayCall(n syntax.Node) bool {
	switch e := n.(type) {
	case *syntax.Unary:
		return s.mayCall(operatorKey(e.Op, e.Name), e.X)
	case *syntax.Binary:
		return s.mayCall(operatorKey(e.Op, e.Name), e.X, e.Y)
	}
	return false
}

// AssignmentMayCall tells whether a procedure that defines assignment may be meant.
func (s *Scope) AssignmentMayCall(lhs, rhs syntax.Expr) bool {
	return s.mayCall(assignmentKey, lhs, rhs)
}

func operatorKey(op syntax.Op, user string) string {
	if op == syntax.OpUser {
		return "operator(." + user + ".)"
	}
	return "operator(" + op.String() + ")"
}

// OperatorCalls gives the procedures that may be meant by an operation; of any other node it gives
// none. unknown: there may be others.
func (s *Scope) OperatorCalls(n syntax.Node) (procs []*Symbol, unknown bool) {
	switch e := n.(type) {
	case *syntax.Unary:
		return s.dynamicCalls(operatorKey(e.Op, e.Name), e.X)
	case *syntax.Binary:
		return s.dynamicCalls(operatorKey(e.Op, e.Name), e.X, e.Y)
	}
	return nil, false
}

// OperandType is TypeOf and RankOf of an operand of a conditional expression, or of a team, which
// may be an operation that a function surely defines. TypeOf does not know these: which function
// that is, the types of its operands tell, so that each operation of a long chain would be looked
// at again for each around it. Of a conditional expression it is that of the first operand of which
// both are known.
func (s *Scope) OperandType(e syntax.Expr) (t *Type, rank int) {
	if c, is := e.(*syntax.CondExpr); is {
		if t, rank = s.OperandType(c.Then); t == nil || rank < 0 {
			t, rank = s.OperandType(c.Else)
		}
		return t, rank
	}
	if t, rank = s.TypeOf(e), s.RankOf(e); t != nil && rank >= 0 {
		return t, rank
	}
	switch e := e.(type) {
	case *syntax.Paren:
		return s.OperandType(e.X)
	case *syntax.Unary:
		return s.operationResult(operatorKey(e.Op, e.Name), e.X)
	case *syntax.Binary:
		return s.operationResult(operatorKey(e.Op, e.Name), e.X, e.Y)
	}
	return t, rank
}

// operationResult is the type and rank of the result of the function that surely defines an
// operation; nil: none is known.
func (s *Scope) operationResult(key string, operands ...syntax.Expr) (t *Type, rank int) {
	c := s.Defined(key, operands...)
	if c.Proc == nil || c.Proc.Inner == nil || c.Proc.Proc == nil {
		return nil, -1
	}
	ranks := make([]int, len(operands))
	for i, e := range operands {
		ranks[i] = s.RankOf(e)
	}
	if rank, fits := c.rankFor(ranks); fits && slices.Min(ranks) >= 0 {
		return c.result(), rank
	}
	return c.result(), -1
}

// AssignmentCalls gives the procedures that may define an assignment, itself or that of a
// component.
func (s *Scope) AssignmentCalls(lhs, rhs syntax.Expr) (procs []*Symbol, unknown bool) {
	procs, unknown = s.dynamicCalls(assignmentKey, lhs, rhs)
	d := s.TypeOf(lhs).DerivedOf()
	return procs, unknown || d != nil && s.prog.MayDefineAssignment(d)
}

// dynamicCalls is maybeCalled where it counts what is bound to the dynamic type of an operand.
func (s *Scope) dynamicCalls(key string, operands ...syntax.Expr) (procs []*Symbol, unknown bool) {
	procs, unknown = s.maybeCalled(key, operands...)
	for _, e := range operands {
		t := s.TypeOf(e)
		unknown = unknown || len(procs) > 0 && t != nil &&
			(t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny)
	}
	return procs, unknown
}

func (s *Scope) mayCall(key string, operands ...syntax.Expr) bool {
	procs, unknown := s.maybeCalled(key, operands...)
	return unknown || slices.ContainsFunc(procs, func(p *Symbol) bool { return !p.Inner.Pure })
}

// maybeCalled gives the procedures that an operator or an assignment may mean, by the declared
// types of the operands.
func (s *Scope) maybeCalled(key string, operands ...syntax.Expr) (procs []*Symbol, unknown bool) {
	all := s.prog.definitions[key]
	user := key[len(key)-2] == '.' && !slices.Contains(intrinsicDotted, key)
	if len(all) == 0 { // a module that is not known may define it
		return nil, user || s.usesUnknown() && !s.allPlain(operands)
	}
	if c := s.Defined(key, operands...); c.Proc != nil {
		return []*Symbol{c.Proc}, false
	}
	items := make([]*syntax.Arg, len(operands))
	values := make([]actualValue, len(operands))
	plain := make([]bool, len(operands))
	for i, e := range operands {
		items[i] = &syntax.Arg{Range: e.Span(), Value: e}
		values[i], plain[i] = s.actualValue(e), s.IsPlain(e)
	}
	for _, d := range all {
		c := d.callee(d.owner)
		switch {
		case c.Proc == nil || c.Proc.Inner == nil:
			unknown = unknown || user || slices.Contains(plain, false)
		case c.fits(items, values) != never && !c.takesStructure(plain):
			procs = append(procs, c.Proc)
		}
	}
	return procs, unknown
}

// operationRank is the rank of an operation, -1 if declarations do not tell. A function that
// defines an operator for other types may have a result of any rank (F2018 10.1.6.2). Which one is
// meant is not asked, as that needs the ranks of all operands, and theirs: all that take operands
// of these ranks must agree.
func (s *Scope) operationRank(op syntax.Op, operands ...syntax.Expr) int {
	if op == syntax.OpUser {
		return -1
	}
	ranks := make([]int, len(operands))
	for i, e := range operands {
		ranks[i] = s.RankOf(e)
		if ranks[i] < 0 {
			return -1
		}
	}
	rank := slices.Max(ranks) // of the intrinsic operation
	if s.prog == nil {
		return rank
	}
	all := s.prog.definitions[operatorKey(op, "")]
	if len(all) == 0 {
		return rank
	}
	structure, known := s.structureAmong(operands)
	if known && !structure {
		return rank
	}
	var found []int
	if !structure {
		found = append(found, rank)
	}
	for _, d := range all {
		c := d.callee(d.owner)
		if c.Proc == nil || c.Proc.Inner == nil || c.Proc.Proc == nil {
			return -1
		}
		if r, fits := c.rankFor(ranks); fits {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return rank
	}
	if slices.Max(found) != slices.Min(found) {
		return -1
	}
	return found[0]
}

// structureAmong tells whether one of some operands is of derived type, and whether the types of
// all are known.
func (s *Scope) structureAmong(operands []syntax.Expr) (structure, known bool) {
	known = true
	for _, e := range operands {
		t := s.TypeOf(e)
		known = known && t != nil
		structure = structure || t != nil &&
			(t.DerivedOf() != nil || t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny)
	}
	return structure, known
}

// rankFor is the rank of a function's result for operands of some ranks; fits: it takes such.
func (c Callee) rankFor(ranks []int) (rank int, fits bool) {
	head := c.Proc.Proc.Head
	if head.Kind == syntax.ModuleProcedure { // its arguments stand in its interface
		return -1, true
	}
	list := c.dummies()
	if len(list) != len(ranks) {
		return 0, false
	}
	if head.Has("elemental") {
		return slices.Max(ranks), true
	}
	for i, d := range list {
		if d != nil && d.Rank() >= 0 && d.Rank() != ranks[i] {
			return 0, false
		}
	}
	return c.Proc.resultRank(), true
}

// usesUnknown tells whether the scope has names of a module that is not among the files.
func (s *Scope) usesUnknown() bool {
	for at := s; at != nil; at = at.Host {
		for _, u := range at.Uses {
			if u.Module == nil && u.Intrinsic == "" {
				return true
			}
		}
	}
	return false
}

// intrinsicDotted are the keys of intrinsic operators with dots.
var intrinsicDotted = []string{"operator(.not.)", "operator(.and.)", "operator(.or.)",
	"operator(.eqv.)", "operator(.neqv.)", "operator(.xor.)"}

// takesStructure tells whether an operand of intrinsic type meets a dummy argument of derived type.
func (c Callee) takesStructure(plain []bool) bool {
	if c.Proc.Proc.Head.Kind == syntax.ModuleProcedure {
		return false
	}
	list := c.dummies()
	for i, is := range plain {
		if !is || i >= len(list) || list[i] == nil {
			continue
		}
		t := list[i].TypeOf()
		if t != nil && (t.Base == syntax.TypeDerived || t.Base == syntax.TypeClass) {
			return true
		}
	}
	return false
}

// IsStructure tells whether an expression is certainly of a derived type, or polymorphic.
func (s *Scope) IsStructure(e syntax.Expr) bool {
	t := s.TypeOf(e)
	return t != nil && (t.Base == syntax.TypeDerived || t.Base == syntax.TypeClass ||
		t.Base == syntax.TypeClassAny)
}

// IsPlain tells whether an expression is certainly of intrinsic type.
func (s *Scope) IsPlain(e syntax.Expr) bool {
	if t := s.TypeOf(e); t != nil {
		return t.Base <= syntax.TypeByte
	}
	switch e := e.(type) {
	case *syntax.Literal, *syntax.Substring, *syntax.ComplexLit:
		return true
	case *syntax.Paren:
		return s.IsPlain(e.X)
	case *syntax.ArrayCons:
		return e.Type == nil && s.allPlain(e.Values)
	case *syntax.ImpliedDo:
		return s.allPlain(e.Items)
	case *syntax.Unary:
		return e.Op != syntax.OpUser && s.plainOperation(operatorKey(e.Op, ""), e.X)
	case *syntax.Binary:
		return e.Op != syntax.OpUser && s.plainOperation(operatorKey(e.Op, ""), e.X, e.Y)
	case *syntax.Ref:
		name := e.First().Name
		if a := s.Lookup(name); len(e.Parts) == 1 && a != nil && a.Selector != nil &&
			a.Scope != nil {
			return a.Scope.Host != nil && a.Scope.Host.IsPlain(a.Selector) // an associate name
		}
		if len(e.Parts) != 1 || e.Parts[0].Args == nil || !s.IsIntrinsic(name) ||
			s.Callee(e).Proc != nil {
			return false
		}
		return !slices.Contains(structureFunctions, name) || slices.Contains(copyFunctions, name) &&
			!slices.ContainsFunc(e.Parts[0].Args.Items, func(a *syntax.Arg) bool {
				return !s.IsPlain(a.Value)
			})
	}
	return false
}

func (s *Scope) allPlain(list []syntax.Expr) bool {
	return !slices.ContainsFunc(list, func(e syntax.Expr) bool { return !s.IsPlain(e) })
}

// plainOperation tells whether an operator has operands of intrinsic types, and a result of
// intrinsic type: no procedure is known that defines it for two such.
func (s *Scope) plainOperation(key string, operands ...syntax.Expr) bool {
	if !s.allPlain(operands) {
		return false
	}
	plain := make([]bool, len(operands))
	for i := range plain {
		plain[i] = true
	}
	return !slices.ContainsFunc(s.prog.definitions[key], func(d definition) bool {
		c := d.callee(d.owner)
		return c.Proc == nil || c.Proc.Inner == nil || !c.takesStructure(plain)
	})
}

// structureFunctions are intrinsic functions whose result may be of derived type.
var structureFunctions = []string{"transfer", "merge", "reshape", "spread", "pack", "unpack",
	"cshift", "eoshift", "transpose", "reduce", "null", "c_loc", "c_funloc", "get_team"}

// copyFunctions are those of them whose result is of an argument's type.
var copyFunctions = []string{"merge", "reshape", "spread", "pack", "unpack", "cshift", "eoshift",
	"transpose"}

// DefinesTransfer tells whether any type has defined input or output (F2018 12.6.4.8).
func (p *Program) DefinesTransfer() bool { return p.transfers }
