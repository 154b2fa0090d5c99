package metamorphic

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// moved has statements of main programs and subroutines in internal procedures of them: each run of
// statements and constructs between which nothing jumps.
func moved(f *syntax.File) string {
	e := edits{src: f.Source}
	n := movedBefore(f)
	for _, u := range f.Units {
		s := syntax.BodyOf(u)
		if s == nil {
			continue
		}
		strict := typesDeclared(s)
		if _, is := u.(*syntax.Module); !is {
			moveOf(&e, u, s, strict, &n)
			continue
		}
		for _, p := range s.Procs {
			moveOf(&e, p, &p.ScopeBody, strict || typesDeclared(&p.ScopeBody), &n)
		}
	}
	return e.String()
}

// movedBefore is how many procedures this transformation has made in the file before.
func movedBefore(f *syntax.File) (n int) {
	for _, s := range f.Stmts {
		if p, is := s.(*syntax.ProcStmt); is && strings.HasPrefix(p.Name.Name, "moved_") {
			n++
		}
	}
	return n
}

// typesDeclared: IMPLICIT NONE holds in a scope.
func typesDeclared(s *syntax.ScopeBody) bool {
	for _, it := range s.Spec {
		if i, is := it.(*syntax.ImplicitStmt); is && i.NoneType {
			return true
		}
	}
	return false
}

// moveOf moves the runs of one procedure. Where a label stands, nothing is moved.
func moveOf(e *edits, u syntax.Node, s *syntax.ScopeBody, strict bool, n *int) {
	end := endOf(u)
	if !strict || end == nil || len(s.Exec) == 0 || hasLabels(u) || !mayHaveInternal(u) {
		return
	}
	var procs strings.Builder
	text := func(r diag.Range) string { return r.Src.Text[r.Start:r.End] }
	for k := 0; k < len(s.Exec); {
		last := k
		for last < len(s.Exec) && movable(s.Exec[last], e.src) {
			last++
		}
		if last == k {
			k++
			continue
		}
		r := s.Exec[k].Span()
		r.End = s.Exec[last-1].Span().End
		*n++
		fmt.Fprintf(&procs, "subroutine moved_%d()\n%s\nend subroutine moved_%d\n", *n, text(r), *n)
		e.replace(r, fmt.Sprintf("call moved_%d()", *n))
		k = last
	}
	at := end.Range.Start
	switch {
	case procs.Len() == 0:
	case s.Contains != nil:
		e.before(at, procs.String())
	default:
		e.before(at, "contains\n"+procs.String())
	}
}

func endOf(u syntax.Node) *syntax.EndStmt {
	switch u := u.(type) {
	case *syntax.MainProgram:
		return u.End
	case *syntax.Subprogram:
		return u.End
	}
	return nil
}

// mayHaveInternal is true of main programs and of subroutines that may have effects.
func mayHaveInternal(u syntax.Node) bool {
	p, is := u.(*syntax.Subprogram)
	if !is {
		return true
	}
	for _, prefix := range p.Head.Prefixes {
		if prefix.Name == "pure" || prefix.Name == "elemental" {
			return false
		}
	}
	return p.Head.Kind == syntax.Subroutine
}

// hasLabels: a statement of the unit has a label, or there is an ENTRY.
func hasLabels(u syntax.Node) bool {
	found := false
	syntax.Inspect(u, func(n syntax.Node) bool {
		if s, is := n.(syntax.Stmt); is && s.Info().Label != nil {
			found = true
		}
		if _, is := n.(*syntax.EntryStmt); is {
			found = true
		}
		return !found
	})
	return found
}

// movable tells whether an item may stand in another procedure: it does not return from this one.
func movable(it syntax.Item, src *diag.Source) bool {
	if it.Span().Src != src || !whole(it) {
		return false
	}
	ok := true
	syntax.Inspect(it, func(n syntax.Node) bool {
		if _, is := n.(*syntax.ReturnStmt); is {
			ok = false
		}
		return ok
	})
	return ok
}

// associated has the executable statements of each scope in an ASSOCIATE construct, where other
// names stand for scalar variables of the scope.
func associated(f *syntax.File) string {
	e := edits{src: f.Source}
	eachScope(f, func(u syntax.Node, s *syntax.ScopeBody) {
		if len(s.Exec) == 0 || !wholeBody(s, f.Source) {
			return
		}
		names := scalars(u, s)
		if len(names) == 0 {
			return
		}
		var list []string
		for _, name := range names {
			list = append(list, "as_"+name+" => "+name)
		}
		e.around(span(s.Exec), "associate ("+strings.Join(list, ", &\n    ")+")\n",
			"\nend associate\n")
		for _, it := range s.Exec {
			replaceNames(&e, it, names)
		}
	})
	return e.String()
}

func span(list []syntax.Item) diag.Range {
	r := list[0].Span()
	r.End = list[len(list)-1].Span().End
	return r
}

// wholeBody: all items may stand in a construct.
func wholeBody(s *syntax.ScopeBody, src *diag.Source) bool {
	for k, it := range s.Exec {
		if it.Span().Src != src || k == 0 && !whole(it) {
			return false
		}
		st, is := it.(syntax.Stmt)
		if !is {
			continue
		}
		switch st := st.(type) {
		case *syntax.DataStmt, *syntax.NamelistStmt, *syntax.EntryStmt, *syntax.XMPStmt:
			return false
		case *syntax.AssignStmt:
			if st.MaybeStmtFunc {
				return false
			}
		}
		if !executable(st) {
			return false
		}
	}
	return true
}

// scalars are names of scalar variables of intrinsic types that a scope declares and that mean the
// same everywhere in it.
func scalars(u syntax.Node, s *syntax.ScopeBody) (names []string) {
	not := map[string]bool{}
	times := map[string]int{}
	imports := false
	syntax.Inspect(u, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ImportStmt: // the names that it gives are others then
			imports = true
		case *syntax.TypeDeclStmt:
			for _, e := range n.Entities {
				times[e.Name.Name]++
			}
		case *syntax.AttrStmt:
			for _, e := range n.Entities {
				if e.Name != nil {
					not[e.Name.Name] = true
				}
			}
		case *syntax.NamelistStmt:
			for _, g := range n.Groups {
				for _, id := range g.Items {
					not[id.Name] = true
				}
			}
		case *syntax.DoStmt:
			indices(not, n.Control, n.Concurrent)
			for _, l := range n.Locality {
				for _, id := range l.Names {
					not[id.Name] = true
				}
			}
		case *syntax.ForallStmt:
			indices(not, nil, n.Header)
		case *syntax.ForallConstructStmt:
			indices(not, nil, n.Header)
		case *syntax.ImpliedDo:
			indices(not, n.Control, nil)
		case *syntax.AssociateStmt:
			associations(not, n.Assocs)
		case *syntax.ChangeTeamStmt:
			associations(not, n.Assocs)
		case *syntax.SelectStmt:
			if n.Assoc != nil {
				not[n.Assoc.Name] = true
			}
			if id := wholeName(n.Expr); n.Kind != syntax.SelectCase {
				not[id] = true
			}
		case *syntax.ProcStmt:
			not[n.Name.Name] = true
		case *syntax.Ref: // a function that a type declaration alone makes known
			not[n.Parts[0].Name.Name] = not[n.Parts[0].Name.Name] || hasArguments(n.Parts[0])
		case *syntax.CallStmt:
			if n.Bare && n.Args() != nil { // READ, WRITE and ANY are words of cofence
				for _, a := range n.Args().Items {
					not[wholeName(a.Value)] = not[wholeName(a.Value)] ||
						n.Proc.First().Name == "cofence"
				}
			}
		}
		return true
	})
	if imports {
		return nil
	}
	for _, it := range s.Spec {
		d, is := it.(*syntax.TypeDeclStmt)
		if !is || d.Type.Base > syntax.TypeLogical {
			continue
		}
		for _, x := range d.Entities {
			if ordinary(d) && x.Dims == nil && times[x.Name.Name] == 1 && !not[x.Name.Name] &&
				!resolve.IsProcedureName(x.Name.Name) &&
				len(x.Name.Name) < longestName-3 {
				names = append(names, x.Name.Name)
			}
		}
	}
	return names
}

// hasArguments: a list in parentheses is not that of a substring.
func hasArguments(p *syntax.PartRef) bool {
	if p.Args == nil {
		return false
	}
	if len(p.Args.Items) != 1 {
		return true
	}
	_, substring := p.Args.Items[0].Value.(*syntax.Triplet)
	return !substring
}

// ordinary: the variables of a declaration are scalars unless they have bounds of their own, and
// they always exist.
func ordinary(d *syntax.TypeDeclStmt) bool {
	for _, a := range d.Attrs {
		switch a.Kind {
		case syntax.AttrAllocatable, syntax.AttrPointer, syntax.AttrParameter, syntax.AttrDimension,
			syntax.AttrOptional, syntax.AttrExternal, syntax.AttrIntrinsic, syntax.AttrCopointer,
			syntax.AttrRank:
			return false
		}
	}
	return true
}

func wholeName(e syntax.Expr) string {
	r, is := e.(*syntax.Ref)
	if !is {
		return ""
	}
	return r.Parts[0].Name.Name
}

func indices(not map[string]bool, c *syntax.LoopControl, h *syntax.ConcurrentHeader) {
	if c != nil && c.Var != nil {
		not[c.Var.Name] = true
	}
	if h != nil {
		for _, x := range h.Controls {
			not[x.Var.Name] = true
		}
	}
}

func associations(not map[string]bool, list []*syntax.Association) {
	for _, a := range list {
		not[a.Name.Name] = true
		not[wholeName(a.Selector)] = true
	}
}

// replaceNames puts associate names in place of variables.
func replaceNames(e *edits, it syntax.Item, names []string) {
	is := map[string]bool{}
	for _, n := range names {
		is[n] = true
	}
	syntax.Inspect(it, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok && is[r.Parts[0].Name.Name] &&
			r.Range.Src == e.src {
			e.replace(r.Parts[0].Name.Range, "as_"+r.Parts[0].Name.Name)
		}
		return true
	})
}

// inTeam has the executable part of the main program in CHANGE TEAM, in a team of all images.
func inTeam(f *syntax.File) string {
	e := edits{src: f.Source}
	for _, u := range f.Units {
		m, is := u.(*syntax.MainProgram)
		if !is || len(m.Exec) == 0 || !wholeBody(&m.ScopeBody, f.Source) || usesTeams(f) {
			continue
		}
		e.around(span(m.Exec), "block\nuse, intrinsic :: iso_fortran_env, only: team_type_ => "+
			"team_type\ntype(team_type_) :: all_images_\n"+
			"form team (1, all_images_, new_index=this_image())\n"+
			"change team (all_images_)\n", "\nend team\nend block")
	}
	return e.String()
}

// usesTeams: what the program does depends on its team, or an image ends in front of END TEAM,
// where the others wait for it.
func usesTeams(f *syntax.File) bool {
	found := false
	for _, s := range f.Stmts {
		tokens := s.Info().Tokens()
		for i, t := range tokens {
			switch t.Text {
			case "fail":
				found = true
			case "stop":
				found = found || i == 0 || tokens[i-1].Text != "error"
			case "team", "team_number", "get_team", "initial_team", "parent_team", "team_type",
				"current_team", "return":
				found = true
			}
		}
	}
	return found
}
