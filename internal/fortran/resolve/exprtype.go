package resolve

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/internal/layout"
)

// TypeOf gives the type of an expression as far as declarations tell, else nil. Of a function
// reference it is that of the specific procedure's result.
func (s *Scope) TypeOf(e syntax.Expr) *Type {
	switch e := e.(type) {
	case *syntax.Literal:
		return s.literalType(e)
	case *syntax.ComplexLit:
		return &Type{Base: syntax.TypeComplex, Scope: s}
	case *syntax.Substring:
		return &Type{Base: syntax.TypeCharacter, Scope: s}
	case *syntax.Paren:
		return s.TypeOf(e.X)
	case *syntax.Unary:
		t := s.TypeOf(e.X)
		if e.Op == syntax.OpUser || t != nil && t.Spec != nil && t.Spec.Name != nil {
			return nil // a user's function may be meant
		}
		return t
	case *syntax.Binary:
		return s.operationType(e)
	case *syntax.ArrayCons:
		if e.Type != nil {
			return s.spelled(e.Type)
		}
		if len(e.Values) > 0 {
			return s.TypeOf(e.Values[0])
		}
	case *syntax.ImpliedDo:
		return s.TypeOf(e.Items[0])
	case *syntax.CondExpr:
		return s.TypeOf(e.Then)
	case *syntax.Ref:
		return s.refType(e)
	}
	return nil
}

func (s *Scope) spelled(spec *syntax.TypeSpec) *Type {
	t := &Type{Base: spec.Base, Spec: spec, Scope: s}
	if t.Base == syntax.TypeNamed {
		t.Base = syntax.TypeDerived
	}
	return t
}

func (s *Scope) literalType(l *syntax.Literal) *Type {
	base, ok := map[syntax.LitKind]syntax.BaseType{syntax.IntLit: syntax.TypeInteger,
		syntax.RealLit:    syntax.TypeReal,
		syntax.LogicalLit: syntax.TypeLogical, syntax.CharLit: syntax.TypeCharacter}[l.Kind]
	if !ok {
		return nil
	}
	t := &Type{Base: base, Scope: s}
	switch k := l.KindParam(); {
	case k == "" && base == syntax.TypeReal && strings.Contains(l.Text(), "d"):
		t.Base = syntax.TypeDoublePrecision
	case k == "":
	case k[0] >= '0' && k[0] <= '9':
		t.Spec = &syntax.TypeSpec{Range: l.KindRange(), Base: base,
			Kind: syntax.NewLiteral(syntax.IntLit, l.KindRange(), k)}
	default:
		name := &syntax.Ident{Range: l.KindRange(), Name: k}
		t.Spec = &syntax.TypeSpec{Range: l.KindRange(), Base: base,
			Kind: &syntax.Ref{Range: l.KindRange(),
				Parts: []*syntax.PartRef{{Range: l.KindRange(), Name: name}}}}
	}
	return t
}

// operationType is the type of an intrinsic operation (F2018 10.1.9.3); nil where a user's function
// may be meant, and where kinds would have to be compared.
func (s *Scope) operationType(e *syntax.Binary) *Type {
	a, b := s.TypeOf(e.X), s.TypeOf(e.Y)
	if a == nil || b == nil || e.Op == syntax.OpUser || a.Spec != nil && a.Spec.Name != nil ||
		b.Spec != nil && b.Spec.Name != nil {
		return nil
	}
	switch {
	case e.Op == syntax.OpConcat:
		return a
	case e.Op >= syntax.OpEq && e.Op < syntax.OpAnd:
		return &Type{Base: syntax.TypeLogical, Scope: s}
	case a.Base == b.Base && sameKind(a, b) == certain:
		return a
	case b.Base == syntax.TypeInteger && numeric(a):
		return a
	case a.Base == syntax.TypeInteger && numeric(b):
		return b
	}
	return nil
}

func numeric(t *Type) bool {
	switch t.Base {
	case syntax.TypeReal, syntax.TypeDoublePrecision, syntax.TypeComplex, syntax.TypeDoubleComplex:
		return true
	}
	return false
}

// IsStatementFunction tells whether a reference is one to a statement function.
func (s *Scope) IsStatementFunction(r *syntax.Ref) bool {
	sym := s.Reference(r).Parts[0]
	return len(r.Parts) == 1 && sym != nil && sym.Has(StatementFunction)
}

// mayConstruct tells whether the first part of a reference has the name of a derived type.
func (s *Scope) mayConstruct(r *syntax.Ref, info *Reference) bool {
	sym := info.Parts[0]
	return sym != nil && (sym.IsType() ||
		sym.Kind == Generic && s.LookupType(r.First().Name) != nil)
}

func (s *Scope) refType(r *syntax.Ref) *Type {
	info := s.Reference(r)
	last := len(info.Types) - 1
	if name := r.Parts[0].Name; last == 0 && r.Parts[0].Args != nil &&
		s.mayConstruct(r, info) &&
		(info.Parts[0].Kind == DerivedType || s.Callee(r).Proc == nil) {
		return &Type{Base: syntax.TypeDerived, Scope: s,
			Spec: &syntax.TypeSpec{Range: name.Range, Base: syntax.TypeDerived, Name: name}}
	}
	if r.Parts[last].Args != nil && (info.Call || info.Base == nil) {
		if c := s.Callee(r); c.Proc != nil {
			return c.result()
		}
		if sym := info.Parts[0]; s.IsStatementFunction(r) {
			if sym.Type != nil {
				return sym.Type
			}
			return sym.Scope.implicitType(sym.Name)
		}
		if t := s.intrinsicResult(r); t != nil {
			return t
		}
		if s.XMPInquiry(r) && r.First().Name != "xmp_wtime" && r.First().Name != "xmp_wtick" {
			return &Type{Base: syntax.TypeInteger, Scope: s}
		}
		return nil
	}
	if info.Base == nil && r.IsName() && s.UnknownModule(r.First().Name) == nil &&
		!s.knows(r.First().Name) {
		return s.implicitType(r.First().Name)
	}
	if info.Base != nil && info.Base.Kind == Parameter && info.Base.Type == nil {
		return nil // of an intrinsic module, or implicitly typed
	}
	if last > 0 && info.Types[last] == nil {
		return partOfComplex(info.Types[last-1], r.Parts[last].Name.Name)
	}
	return info.Types[last]
}

// partOfComplex is the type of a real or imaginary part; nil: it is none.
func partOfComplex(whole *Type, part string) *Type {
	if whole == nil || part != "re" && part != "im" {
		return nil
	}
	t := *whole
	switch whole.Base {
	case syntax.TypeComplex:
		t.Base = syntax.TypeReal
	case syntax.TypeDoubleComplex:
		t.Base = syntax.TypeDoublePrecision
	default:
		return nil
	}
	return &t
}

// certainty says what declarations tell about whether two things agree.
type certainty uint8

const (
	never certainty = iota
	possible
	certain
)

// sameKind compares the kinds of two intrinsic types of one base. A kind that options of the
// compiler may change is compared with its like only.
func sameKind(a, b *Type) certainty {
	x, y := a.kindExpr(), b.kindExpr()
	if x == nil && y == nil {
		return certain
	}
	if k, l := a.KindValue(), b.KindValue(); k > 0 && l > 0 {
		if k == l {
			return certain
		}
		return never
	}
	if x != nil && y != nil {
		r, ok1 := x.(*syntax.Ref)
		q, ok2 := y.(*syntax.Ref)
		if ok1 && ok2 && r.IsName() && q.IsName() && a.Scope != nil && b.Scope != nil {
			m, n := a.Scope.Lookup(r.First().Name), b.Scope.Lookup(q.First().Name)
			if m != nil && n != nil && (m == n || m.Original != "" && m.Original == n.Original) {
				return certain
			}
		}
	}
	return possible
}

func (t *Type) kindExpr() syntax.Expr {
	if t.Spec == nil {
		return nil
	}
	return t.Spec.Kind
}

// DividesStride tells whether characters of a type are known to have a size that divides the
// distance of images.
func (t *Type) DividesStride() bool {
	n, known := t.ConstantLength()
	const widest = 4 // the bytes of a character
	return known && t.Base == syntax.TypeCharacter && n > 0 && layout.StrideUnit%(n*widest) == 0
}

// ConstantLength is the character length of a type where that is an integer constant.
func (t *Type) ConstantLength() (n int64, known bool) {
	if t == nil || t.Spec == nil || t.Scope == nil {
		return 0, false
	}
	length := t.Length()
	if length == nil {
		return 1, true
	}
	return t.Scope.Int(length)
}

// Length is the character length as declared, or nil. The type is one that a declaration gives.
func (t *Type) Length() syntax.Expr {
	if t.Len != nil {
		return t.Len
	}
	return t.Spec.Len
}
