package lower

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Copies of few elements whose number the text shows: `x(1:8)[k] = a(i:i+7)`. The back end copies
// such sections between local arrays in registers, without a call, which would take longer than the
// copy. So it does with structures, whatever it sees of where they are:
//
//	block
//	  type :: coral_run
//	    real(kind=kind(a)) :: w(8)
//	  end type
//	  type(coral_run), pointer :: coral_to, coral_from
//	  call coral_c_f_pointer(transfer(loc(x(1)) + coral_shift + (k)*coral_step, coral_null_ptr), coral_to)
//	  call coral_c_f_pointer(transfer(loc(a(i)), coral_null_ptr), coral_from)
//	  coral_to = coral_from
//	end block
//
// An assignment of the sections, through pointers, is a loop to it. The component is of the
// elements' type, so that it takes the structure for memory in which such elements may lie; both
// sides must be known to share none, for it does not expect that of structures.

// shortRun is the most bytes that are copied so: from there on gfortran calls memcpy, or uses
// instructions for long strings that are slower.
const shortRun = 256

// runOf writes such a copy of a section with n elements of the type of like between the two
// addresses; nil: the call is better, or the only way.
func (x *stmt) runOf(n int64, t *resolve.Type, like string,
	addresses func() (to, from string)) []string {
	if n < 1 || n*elementSize(t) > shortRun || !x.l.opt.InlinePointers || x.l.opt.Interoperable ||
		x.scope.IsPure() || !x.scope.MeansIntrinsic("kind") {
		return nil
	}
	spec := map[syntax.BaseType]string{syntax.TypeInteger: "integer", syntax.TypeReal: "real",
		syntax.TypeDoublePrecision: "real", syntax.TypeComplex: "complex",
		syntax.TypeLogical: "logical"}[t.Base]
	point, null := x.l.useC("c_f_pointer"), x.l.use("coral_null_ptr")
	to, from := addresses()
	return []string{
		"block",
		"  type :: coral_run",
		fmt.Sprintf("    %s(kind=kind(%s)) :: w(%d)", spec, like, n),
		"  end type",
		"  type(coral_run), pointer :: coral_to, coral_from",
		fmt.Sprintf("  call %s(transfer(%s, %s), coral_to)", point, to, null),
		fmt.Sprintf("  call %s(transfer(%s, %s), coral_from)", point, from, null),
		"  coral_to = coral_from",
		"end block",
	}
}

// elementSize is how many bytes an element of intrinsic type takes, or a guess: nothing but speed
// depends on it.
func elementSize(t *resolve.Type) int64 {
	kind := kindText(t)
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

// elements is the number of elements of a section without strides that the text shows; 0: it does
// not.
func (x *stmt) elements(args *syntax.ArgList, array *resolve.Symbol) int64 {
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
		extent := x.knownExtent(t, array, dim)
		if extent < 1 || extent > shortRun {
			return 0
		}
		n *= extent
	}
	return n
}

// knownExtent is that of one dimension of a section; 0: it is not known.
func (x *stmt) knownExtent(t *syntax.Triplet, array *resolve.Symbol, dim *syntax.Dim) int64 {
	low, high := subscript{known: true, constant: 1}, subscript{}
	if dim.Kind == syntax.DimExplicit {
		if high = subscriptOf(dim.Upper, array.Scope); high.text != "" {
			high = subscript{}
		}
	}
	switch {
	case t.Lower != nil:
		low = subscriptOf(t.Lower, x.scope)
	case dim.Kind != syntax.DimExplicit && dim.Kind != syntax.DimStar:
		low = subscript{}
	case dim.Lower != nil:
		if low = subscriptOf(dim.Lower, array.Scope); low.text != "" {
			low = subscript{}
		}
	}
	if t.Upper != nil {
		high = subscriptOf(t.Upper, x.scope)
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
