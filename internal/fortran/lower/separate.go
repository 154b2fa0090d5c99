package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Separate compilation: what other files will need of this one is not known, so modules of parallel files get all of it.

// announce adds the components of all derived types that modules of the files define: others may refer to them on other images.
func (all *parts) announce(prog *resolve.Program, files []*syntax.File) {
	for _, f := range files {
		for _, u := range f.Units {
			m, ok := u.(*syntax.Module)
			if !ok {
				continue
			}
			scope := prog.ScopeOf(m)
			for _, d := range scope.Order {
				if d.Kind != resolve.DerivedType || d.Scope != scope {
					continue
				}
				if d.Def != nil && d.Def.Head.Attr(syntax.AttrAbstract) != nil {
					all.twinned(d)
				}
				for _, c := range d.Components {
					if indirect(c) {
						all.owner[c] = d
					}
				}
				if needsCopy(d) && !hasPolymorphic(d, 0) {
					all.copied(d)
				}
				if travelsInParts(d) && !hasPolymorphic(d, 0) {
					all.broadcast(d)
				}
			}
		}
	}
}

// hasPolymorphic tells whether a type has something that no generated procedure can copy without knowing its dynamic type.
func hasPolymorphic(d *resolve.Symbol, depth int) bool {
	found := false
	if d == nil || depth > 16 {
		return false
	}
	eachComponent(d, func(c *resolve.Symbol) {
		t := c.TypeOf()
		switch {
		case t == nil:
		case t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny:
			found = true
		case t.DerivedOf() != d && !c.Has(resolve.Pointer):
			found = found || hasPolymorphic(t.DerivedOf(), depth+1)
		}
	})
	return found
}

// ending are the names of coral_rt that a program needs only to end.
var ending = []string{"coral_stop", "coral_error_stop", "coral_end"}

// isParallel tells whether what has been planned for a unit has to do with other images.
func (l *lowerer) isParallel() bool {
	if slices.ContainsFunc(l.unit.uses, func(name string) bool { return !slices.Contains(ending, name) }) {
		return true
	}
	for s, p := range l.plans {
		if _, isUse := s.(*syntax.UseStmt); p.replaced && (isUse || mentionsCoarray(s)) {
			return true
		}
	}
	return false
}

// mentionsCoarray tells whether a statement that is changed is so for a coarray and not to end the program.
func mentionsCoarray(s syntax.Stmt) bool {
	bracket := false
	for _, t := range s.Info().Tokens {
		if t.Kind == syntax.NameTok && t.Text == "stop" {
			return false
		}
		bracket = bracket || t.Kind == syntax.LBracket || t.Kind == syntax.NameTok && t.Text == "codimension"
	}
	return bracket
}

// withoutInterfaces drops what resolution has found in interfaces of modules that other commands have compiled: it was said then, or
// is about procedures whose bodies are not there.
func withoutInterfaces(diags *diag.List, found *diag.List, interfaces []*syntax.File) {
	for _, d := range found.All() {
		if !slices.ContainsFunc(interfaces, func(f *syntax.File) bool { return f.Source == d.Range.Src }) {
			diags.Add(d)
		}
	}
}
