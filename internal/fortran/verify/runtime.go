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

// usedBy adds the names that USE statements of a file have; false: one takes all.
func usedBy(f *syntax.File, used map[string]bool) (only bool) {
	only = true
	var scope func(u syntax.Unit)
	statement := func(it syntax.Item) {
		use, ok := it.(*syntax.UseStmt)
		if !ok || !isGenerated(use.Module.Name) {
			return
		}
		only = only && use.Only
		for _, item := range use.Items {
			if item.Name != nil {
				used[item.Name.Name] = true
			}
		}
	}
	scope = func(u syntax.Unit) {
		body := syntax.BodyOf(u)
		if body == nil {
			return
		}
		for _, it := range body.Spec {
			statement(it)
			if b, ok := it.(*syntax.InterfaceBlock); ok {
				for _, inner := range b.Items {
					if s, ok := inner.(*syntax.Subprogram); ok {
						scope(s)
					}
				}
			}
		}
		for _, it := range body.Exec {
			syntax.Inspect(it, func(n syntax.Node) bool {
				if b, ok := n.(*syntax.BlockConstruct); ok {
					for _, it := range b.Spec {
						statement(it)
					}
				}
				return true
			})
		}
		for _, p := range body.Procs {
			scope(p)
		}
	}
	for _, u := range f.Units {
		scope(u)
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
