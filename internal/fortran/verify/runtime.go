package verify

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// usedOf are files of modules without the procedures that texts do not use: resolving all of the
// runtime's takes longer than the audit of a small program.
func usedOf(modules, texts []*syntax.File) []*syntax.File {
	used := map[string]bool{}
	for _, f := range slices.Concat(modules, texts) {
		if !usedBy(f, used) {
			return slices.Clone(modules)
		}
	}
	var list []*syntax.File
	for _, f := range modules {
		file := *f
		file.Units = nil
		for _, u := range f.Units {
			if m, ok := u.(*syntax.Module); ok {
				u = usedModule(m, used)
			}
			file.Units = append(file.Units, u)
		}
		list = append(list, &file)
	}
	return list
}

// usedBy adds the names that USE statements of a file take from generated modules; false: one takes
// all.
func usedBy(f *syntax.File, used map[string]bool) (only bool) {
	only = true
	for _, s := range f.Stmts {
		use, ok := s.(*syntax.UseStmt)
		if !ok || !isGenerated(use.Module.Name) {
			continue
		}
		only = only && use.Only
		for _, item := range use.Items {
			if item.Name != nil {
				used[item.Name.Name] = true
			}
		}
	}
	return only
}

// usedModule is a module with those of its procedures that are used, by their names or by generic
// ones.
func usedModule(m *syntax.Module, used map[string]bool) *syntax.Module {
	names := map[string]bool{}
	for _, it := range m.Spec {
		if b, ok := it.(*syntax.InterfaceBlock); ok {
			for _, inner := range b.Items {
				if list, ok := inner.(*syntax.ModuleProcStmt); ok {
					for _, n := range list.Names {
						names[n.Name] = true
					}
				}
			}
		}
	}
	is := func(s *syntax.Subprogram) bool {
		name := s.Head.Name.Name
		return used[name] || names[name]
	}
	out := *m
	out.Spec, out.Procs = nil, nil
	for _, it := range m.Spec {
		b, ok := it.(*syntax.InterfaceBlock)
		if !ok || b.Head.Abstract || b.Head.Spec != nil {
			out.Spec = append(out.Spec, it)
			continue
		}
		part := *b
		part.Items = nil
		for _, inner := range b.Items {
			if s, ok := inner.(*syntax.Subprogram); !ok || is(s) {
				part.Items = append(part.Items, inner)
			}
		}
		out.Spec = append(out.Spec, &part)
	}
	for _, p := range m.Procs {
		if is(p) {
			out.Procs = append(out.Procs, p)
		}
	}
	return &out
}
