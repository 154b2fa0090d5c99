package metamorphic

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// inSubmodules has the procedures of each module in a submodule of it. The module has their
// interfaces.
func inSubmodules(f *syntax.File) string {
	e := edits{src: f.Source}
	for _, u := range f.Units {
		m, is := u.(*syntax.Module)
		if !is || m.Contains == nil || m.End == nil || len(m.Procs) == 0 || !mayBeSeparate(m, f) {
			continue
		}
		name := m.Head.Name.Name
		part := name[:min(len(name), longestName-len("_s"))] + "_s"
		var faces strings.Builder
		faces.WriteString("interface\n")
		for _, p := range m.Procs {
			faces.WriteString(face(p))
			e.before(p.Head.Range.Start, "module ")
		}
		faces.WriteString("end interface\nend module " + name + "\nsubmodule (" + name + ") " +
			part + "\n")
		e.before(m.Contains.Range.Start, faces.String())
		e.replace(m.End.Range, "end submodule "+part)
	}
	return e.String()
}

// face is the interface body of a procedure. It may have the declarations of local variables.
func face(p *syntax.Subprogram) string {
	text := func(r diag.Range) string { return r.Src.Text[r.Start:r.End] + "\n" }
	s := "module " + text(p.Head.Range)
	if len(p.Spec) > 0 {
		s += text(span(p.Spec))
	}
	if p.Head.Kind == syntax.Function {
		return s + "end function\n"
	}
	return s + "end subroutine\n"
}

// shipped are the functions whose results SPAWN statements bring to other images. Results of more
// than a number can come only from a function that has its body in the module.
func shipped(f *syntax.File) map[string]bool {
	names := map[string]bool{}
	for _, s := range f.Stmts {
		if st, is := s.(*syntax.SpawnStmt); is && st.Result != nil {
			names[st.Call.First().Name] = true
		}
	}
	return names
}

// polymorphicResult tells whether a function gives a polymorphic object. gfortran 12 does not know
// in a submodule that the result is allocatable, if a procedure pointer of a type in the module has
// the function as its interface.
func polymorphicResult(p *syntax.Subprogram) bool {
	return p.Head.Kind == syntax.Function && slices.ContainsFunc(p.Spec, func(it syntax.Item) bool {
		s, is := it.(*syntax.TypeDeclStmt)
		return is && s.Type != nil && s.Type.Base == syntax.TypeClass &&
			slices.ContainsFunc(s.Entities, func(e *syntax.Entity) bool {
				return e.Name.Name == p.Head.Name.Name ||
					p.Head.Result != nil && e.Name.Name == p.Head.Result.Name
			})
	})
}

// coindexedBound: a bound or length that a procedure declares is a coindexed object, which in the
// interface body of a separate module procedure Coral does not know how to evaluate.
func coindexedBound(it syntax.Item) bool {
	found := false
	syntax.Inspect(it, func(n syntax.Node) bool {
		r, is := n.(*syntax.Ref)
		found = found || is && r.Coindexed() != nil
		return !found
	})
	return found
}

// mayBeSeparate tells whether all procedures of a module may be separate module procedures.
func mayBeSeparate(m *syntax.Module, f *syntax.File) bool {
	travel := shipped(f)
	for _, p := range m.Procs {
		if travel[p.Head.Name.Name] || polymorphicResult(p) || coindexedBound(p.Head) ||
			slices.ContainsFunc(p.Spec, coindexedBound) {
			return false
		}
		if p.Head.Kind == syntax.ModuleProcedure || p.Head.Bind != nil ||
			p.Head.Range.Src != f.Source || p.Head.Label != nil {
			return false
		}
		for _, prefix := range p.Head.Prefixes {
			if prefix.Name == "module" {
				return false
			}
		}
		for _, it := range p.Spec {
			switch s := it.(type) {
			case *syntax.DataStmt, *syntax.FormatStmt, *syntax.NamelistStmt, *syntax.AssignStmt,
				*syntax.CommonStmt, *syntax.EquivalenceStmt, *syntax.DerivedTypeDef:
				return false
			case *syntax.TypeDeclStmt:
				for _, x := range s.Entities {
					if x.Init != nil { // a variable that an interface body cannot initialise
						return false
					}
				}
			}
		}
		for _, it := range p.Exec {
			if _, is := it.(*syntax.EntryStmt); is {
				return false
			}
		}
	}
	return true
}
