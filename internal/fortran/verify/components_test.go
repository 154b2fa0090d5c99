package verify

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestGeneratedComponents: in the translations of all programs the components of generated types
// have the names that mangle.Components lists, and each of these is one. gfortran refuses bodies in
// the short form of module procedures whose dummy arguments are called so, and lower writes them in
// the long form.
func TestGeneratedComponents(t *testing.T) {
	found := map[string]bool{}
	options := []lower.Options{{InlinePointers: true}, {InlinePointers: true, Separate: true},
		{Local: lower.FormStructure, Remote: lower.FormVector}, {Local: lower.FormCommon}}
	each(corpus(t), func(_ int, p []string, _ []*syntax.File) {
		for _, o := range options {
			files := parseAll(p)
			if files == nil {
				return
			}
			var diags diag.List
			outputs := lower.Translate(files, o, &diags)
			if diags.HasErrors() {
				continue
			}
			for _, output := range outputs {
				eachGeneratedComponent(output.Text, func(procedure bool, typ, name string) {
					mu.Lock()
					defer mu.Unlock()
					found[name] = true
					if procedure && !mangle.Components[name] {
						t.Errorf("%s: %s has a component %s, which mangle.Components lacks",
							p[0], typ, name)
					}
				})
			}
		}
	})
	for _, name := range slices.Sorted(maps.Keys(mangle.Components)) {
		if !found[name] {
			t.Errorf("no generated type has a component %s", name)
		}
	}
}

// eachGeneratedComponent calls f for the components of generated types in a translated text, with
// the types. Mirrors of abstract types have components of the user's. procedure: the type is one of
// the specification part of a procedure.
func eachGeneratedComponent(text string, f func(procedure bool, typ, name string)) {
	var diags diag.List
	file := syntax.Parse(diag.NewSource("translated.f90", text), syntax.Options{}, &diags)
	inProcedure := map[syntax.Node]bool{}
	for _, u := range file.Units {
		syntax.Inspect(u, func(n syntax.Node) bool {
			if sub, is := n.(*syntax.Subprogram); is {
				for _, it := range sub.Spec {
					inProcedure[it] = true
				}
			}
			def, is := n.(*syntax.DerivedTypeDef)
			if !is || !strings.HasPrefix(def.Head.Name.Name, "coral_") ||
				strings.HasPrefix(def.Head.Name.Name, "coral_a_") {
				return true
			}
			for _, it := range def.Components {
				if decl, is := it.(*syntax.TypeDeclStmt); is {
					for _, e := range decl.Entities {
						f(inProcedure[def], def.Head.Name.Name, e.Name.Name)
					}
				}
			}
			return true
		})
	}
}
