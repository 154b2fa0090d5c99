package section

import (
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// ElementSize is how many bytes an element of intrinsic type takes, or a guess: nothing but speed
// depends on it.
func ElementSize(t *resolve.Type) int64 {
	kind := KindText(t)
	size, err := strconv.ParseInt(kind, 10, 64)
	switch digits := strings.TrimLeft(kind, "abcdefghijklmnopqrstuvwxyz_"); {
	case kind == "" && t.Base != syntax.TypeDoublePrecision:
		size = 4
	case err == nil:
	case digits == "32" || digits == "16": // the constants of ISO_FORTRAN_ENV count bits
		size = 4
	default:
		size = 8
	}
	if t.Base == syntax.TypeComplex {
		size *= 2
	}
	return size
}

// Elements is the number of elements of a section without strides that the text shows; 0: it does
// not, or one dimension has more than most.
func Elements(scope *resolve.Scope, args *syntax.ArgList, array *resolve.Symbol,
	most int64) int64 {
	if array.Dims == nil {
		return 0
	}
	n := int64(1)
	for d := range array.Rank() {
		dim := array.Dims.Dims[d]
		t, whole := &syntax.Triplet{}, args == nil
		if !whole {
			section := false
			if t, section = args.Items[d].Value.(*syntax.Triplet); !section {
				continue
			}
		}
		extent := knownExtent(scope, t, array, dim)
		if extent < 1 || extent > most {
			return 0
		}
		n *= extent
	}
	return n
}

// knownExtent is that of one dimension of a section; 0: it is not known.
func knownExtent(scope *resolve.Scope, t *syntax.Triplet, array *resolve.Symbol,
	dim *syntax.Dim) int64 {
	low, high := subscript{known: true, constant: 1}, subscript{}
	if dim.Kind == syntax.DimExplicit {
		if high = subscriptOf(dim.Upper, array.Scope); high.text != "" {
			high = subscript{}
		}
	}
	switch {
	case t.Lower != nil:
		low = subscriptOf(t.Lower, scope)
	case dim.Kind != syntax.DimExplicit && dim.Kind != syntax.DimStar:
		low = subscript{}
	case dim.Lower != nil:
		if low = subscriptOf(dim.Lower, array.Scope); low.text != "" {
			low = subscript{}
		}
	}
	if t.Upper != nil {
		high = subscriptOf(t.Upper, scope)
	}
	if t.Step != nil || !low.known || !high.known || low.text != high.text {
		return 0
	}
	return high.constant - low.constant + 1
}

// subscript is a subscript as the sum of an expression and a constant.
type subscript struct {
	known    bool
	text     string
	constant int64
}

func subscriptOf(e syntax.Expr, scope *resolve.Scope) subscript {
	if v, ok := scope.Int(e); ok {
		return subscript{known: true, constant: v}
	}
	switch e := e.(type) {
	case *syntax.Paren:
		return subscriptOf(e.X, scope)
	case *syntax.Binary:
		sign := map[syntax.Op]int64{syntax.OpAdd: 1, syntax.OpSub: -1}[e.Op]
		if v, ok := scope.Int(e.Y); ok && sign != 0 {
			p := subscriptOf(e.X, scope)
			p.constant += sign * v
			return p
		}
	}
	if lasting(e, scope) {
		return subscript{known: true,
			text: strings.ToLower(strings.Join(strings.Fields(e.Span().Text()), ""))}
	}
	return subscript{}
}

// lasting tells whether an expression has one value, however often it is evaluated in a statement:
// it is of variables and integers.
func lasting(e syntax.Expr, scope *resolve.Scope) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Kind == syntax.IntLit
	case *syntax.Paren:
		return lasting(e.X, scope)
	case *syntax.Binary:
		return (e.Op == syntax.OpAdd || e.Op == syntax.OpSub || e.Op == syntax.OpMul) &&
			lasting(e.X, scope) && lasting(e.Y, scope)
	case *syntax.Ref:
		sym := scope.Lookup(e.First().Name)
		return e.IsName() && (sym == nil || sym.Flags&(resolve.Volatile|resolve.Asynchronous) == 0)
	}
	return false
}
