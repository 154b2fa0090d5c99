package driver

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// modules says what a file offers to others and needs from them, in lower case. A submodule offers
// "parent:name".
type modules struct {
	offers, needs []string
}

// modulesOf reads the statements of a file.
func modulesOf(file *syntax.File) modules {
	var m modules
	for _, stmt := range file.Stmts {
		switch s := stmt.(type) {
		case *syntax.ModuleStmt:
			m.offers = append(m.offers, lowerName(s.Name))
		case *syntax.SubmoduleStmt:
			ancestor := lowerName(s.Ancestor)
			parent := ancestor
			if s.Parent != nil {
				parent = ancestor + ":" + lowerName(s.Parent)
			}
			m.needs = append(m.needs, parent)
			m.offers = append(m.offers, ancestor+":"+lowerName(s.Name))
		case *syntax.UseStmt:
			if s.Nature != "intrinsic" {
				m.needs = append(m.needs, lowerName(s.Module))
			}
		}
	}
	return m
}

func lowerName(id *syntax.Ident) string {
	if id == nil {
		return ""
	}
	return strings.ToLower(id.Name)
}

// arrange finds, for each unit, the units that must be compiled before it.
func arrange(units []*unit) error {
	provider := map[string]*unit{}
	for _, u := range units {
		for _, name := range u.modules.offers {
			if other := provider[name]; other != nil && other != u {
				return failure(CodeModuleTwice, "the module %s is in %s and in %s", name,
					other.input, u.input)
			}
			provider[name] = u
		}
	}
	for _, u := range units {
		seen := map[*unit]bool{u: true}
		for _, name := range u.modules.needs {
			if p := provider[name]; p != nil && !seen[p] {
				seen[p] = true
				u.after = append(u.after, p)
			}
		}
	}
	return findCycle(units)
}

// findCycle refuses files that need each other.
func findCycle(units []*unit) error {
	const visiting, done = 1, 2
	state := map[*unit]int{}
	var path []string
	var visit func(u *unit) error
	visit = func(u *unit) error {
		path = append(path, u.input)
		defer func() { path = path[:len(path)-1] }()
		switch state[u] {
		case done:
			return nil
		case visiting:
			return failure(CodeModuleCycle, "these files use each other's modules in a circle: %s",
				strings.Join(path, " -> "))
		}
		state[u] = visiting
		for _, p := range u.after {
			if err := visit(p); err != nil {
				return err
			}
		}
		state[u] = done
		return nil
	}
	for _, u := range units {
		if err := visit(u); err != nil {
			return err
		}
	}
	return nil
}
