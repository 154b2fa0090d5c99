package lower

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// The common block form: a static coarray becomes the only variable of a common block, which is as
// static. References to it stay as they are.

// commons are the coarrays that a type declaration puts into common blocks, and the statements that
// do so. A SAVE attribute goes: it is none of a variable in a common block (F2018 C862).
func (l *lowerer) commons(scope *resolve.Scope, st *syntax.TypeDeclStmt,
	t *edit.Text) (names map[string]bool, decls []string) {
	if l.opt.localForm() != FormCommon || l.formsApart() || scope.SaveAll ||
		scope.Kind != resolve.MainScope && scope.Kind != resolve.ModuleScope &&
			scope.Kind != resolve.SubmoduleScope && scope.Kind != resolve.ProcScope {
		return nil, nil
	}
	for _, sym := range scope.Order {
		if sym.Has(resolve.StatementFunction) {
			return nil, nil
		}
	}
	save := st.Attr(syntax.AttrSave)
	names = map[string]bool{}
	for _, e := range st.Entities {
		if e.Name == nil || e.Init != nil ||
			!l.mayBeCommon(scope, scope.Symbols[e.Name.Name], save != nil) {
			if save != nil { // which is the other's, too
				return nil, nil
			}
			continue
		}
		names[e.Name.Name] = true
		decls = append(decls, fmt.Sprintf("common /%s/ %s", commonName(scope, e.Name.Name),
			l.written(e.Name)))
	}
	if save != nil {
		t.Replace(withComma(st, save.Range), "")
	}
	return names, decls
}

// mayBeCommon tells whether a coarray may be a variable of a common block. saved: its type
// declaration has the SAVE attribute.
func (l *lowerer) mayBeCommon(scope *resolve.Scope, sym *resolve.Symbol, saved bool) bool {
	if !sym.IsCoarray() || sym.Kind != resolve.Variable || sym.Scope != scope ||
		!numeric(sym.TypeOf()) || sym.Dims == nil && sym.Rank() != 0 ||
		sym.Has(resolve.Save) && !saved ||
		sym.Flags&(resolve.Allocatable|resolve.Pointer|resolve.Dummy|resolve.Result|
			resolve.Initialised|resolve.InCommon|resolve.Equivalenced|resolve.Protected) != 0 {
		return false
	}
	return true
}

// commonName is the name of a coarray's common block, which all program units see.
func commonName(scope *resolve.Scope, coarray string) string {
	names := []string{coarray}
	for s := scope; s != nil; s = s.Host {
		names = append([]string{s.Name}, names...) // "" of a main program that has none
	}
	name := strings.Join(names, "__")
	if strings.Count(name, "__") >= len(names) || strings.Contains(name, "___") && names[0] != "" {
		h := fnv.New32a() // other names may be joined to the same
		h.Write([]byte(strings.Join(names, " ")))
		name += fmt.Sprintf("_%08x", h.Sum32())
	}
	return mangle.Name("coral_common_", name)
}
