package section

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// SameIntrinsicType tells whether elements of two types have one numeric or logical type and kind.
func SameIntrinsicType(a, b *resolve.Type) bool {
	if a == nil || b == nil || a.Base != b.Base {
		return false
	}
	switch a.Base {
	case syntax.TypeInteger, syntax.TypeReal, syntax.TypeComplex, syntax.TypeLogical,
		syntax.TypeDoublePrecision:
		return KindText(a) == KindText(b)
	}
	return false
}

// KindText identifies a kind: its text, and for a named constant where it is declared.
func KindText(t *resolve.Type) string {
	if t.Spec == nil || t.Spec.Kind == nil {
		return ""
	}
	if v, ok := t.Scope.Int(t.Spec.Kind); ok {
		return strconv.FormatInt(v, 10)
	}
	text := strings.ToLower(t.Spec.Kind.Span().Text())
	if r, ok := t.Spec.Kind.(*syntax.Ref); ok && r.IsName() {
		if sym := t.Scope.Lookup(r.First().Name); sym != nil && sym.Original != "" {
			return sym.Original
		} else if sym != nil {
			return fmt.Sprintf("%s of %p", sym.Name, sym)
		}
	}
	return text
}
