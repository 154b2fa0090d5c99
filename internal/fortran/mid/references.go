package mid

import (
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Root is the entity that an associate name belongs to in the end.
func Root(sym *resolve.Symbol) *resolve.Symbol {
	for sym != nil && sym.Kind == resolve.Associate {
		sel, ok := sym.Selector.(*syntax.Ref)
		if !ok || sym.Scope == nil || sym.Scope.Host == nil {
			break
		}
		o := sym.Scope.Host.Lookup(sel.First().Name)
		if o == nil || o == sym {
			break
		}
		sym = o
	}
	return sym
}
