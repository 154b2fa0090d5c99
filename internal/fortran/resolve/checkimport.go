package resolve

import "github.com/coral-pgas/coral/internal/fortran/syntax"

// imports checks what an IMPORT statement of a BLOCK construct or a contained procedure keeps from
// it (F2018 8.8). The statement does not reach the back end, for which all names of the host are
// accessible: this check takes the back end's place. What the back end would understand otherwise
// is refused, too: without IMPLICIT NONE a name of the host's that is not imported is a variable of
// the scope's own, and a name for which the host has something else may be that of an intrinsic.
func (p *Program) imports(s *Scope, spec, exec []syntax.Item) {
	if !s.narrows() || s.Kind == BodyScope {
		return
	}
	p.importedNames(s, spec)
	told := map[string]bool{}
	for _, it := range exec {
		typedIndices(it, told)
	}
	for _, part := range [][]syntax.Item{spec, exec} {
		for _, it := range part {
			p.hiddenNames(s, s, it, told)
		}
	}
}

// narrows tells whether an IMPORT statement keeps names of the host away.
func (s *Scope) narrows() bool { return s.importMode == "some" || s.importMode == "none" }

// importedNames: each name in an IMPORT statement is one of the host.
func (p *Program) importedNames(s *Scope, spec []syntax.Item) {
	for _, it := range spec {
		st, ok := it.(*syntax.ImportStmt)
		if !ok {
			continue
		}
		for _, n := range st.Names {
			if s.Host.Lookup(n.Name) == nil && s.Host.UnknownModule(n.Name) == nil {
				p.errorf("C0196", n.Range,
					"the host has no entity '%s' to import (F2018 8.8)", n.Name)
			} else if own := s.Symbols[n.Name]; own != nil && own.Ident != nil {
				p.errorf("C0196", own.Ident.Range,
					"'%s' is imported, and cannot be declared here", n.Name)
			}
		}
	}
}

// hiddenNames finds references, in a scope and those within, to names that only the hosts of the
// scope `from` have. A scope with an IMPORT statement of its own is left to its own check.
func (p *Program) hiddenNames(from, s *Scope, n syntax.Node, told map[string]bool) {
	tell := func(id *syntax.Ident) {
		if id == nil || told[id.Name] || s.Lookup(id.Name) != nil ||
			s.UnknownModule(id.Name) != nil {
			return
		}
		if sym := from.Host.declaredAround(id.Name); sym != nil {
			told[id.Name] = true
			text := "'%s' is not accessible here: the IMPORT statement does not name it"
			switch {
			case s.MeansIntrinsic(id.Name):
				text = "'%s' is the intrinsic procedure here, but Fortran compilers would take " +
					"what the host has"
			case !s.Explicit():
				text = "'%s' is a variable of this scope, but Fortran compilers would take the " +
					"host's: it must be declared here"
			}
			d := p.errorf("C0196", id.Range, text, id.Name)
			if sym.Ident != nil {
				d.Note(sym.Ident.Range, "the host's '%s' is declared here", id.Name)
			}
		}
	}
	syntax.Inspect(n, func(n syntax.Node) bool {
		if in := p.scopes[n]; in != nil && in != s && in.Host != nil {
			if in.Kind != BodyScope && !in.narrows() {
				p.hiddenNames(from, in, n, told)
			}
			return false
		}
		switch n := n.(type) {
		case *syntax.Ref:
			if n.Parts[0].Args == nil || !s.MeansIntrinsic(n.First().Name) ||
				!from.Host.MeansIntrinsic(n.First().Name) {
				tell(n.First())
			}
		case *syntax.SelectConstruct:
			p.hiddenNames(from, s, n.Head, told)
			for _, b := range n.Blocks {
				in := p.scopes[b.Head] // the associate name is known there
				if in == nil {
					in = s
				}
				p.hiddenNames(from, in, b.Head, told)
				for _, it := range b.Body {
					p.hiddenNames(from, in, it, told)
				}
			}
			return false
		case *syntax.TypeSpec:
			tell(n.Name)
		}
		return true
	})
}

// typedIndices notes the index names that are declared where they stand.
func typedIndices(n syntax.Node, names map[string]bool) {
	header := func(h *syntax.ConcurrentHeader) {
		if h == nil || h.Type == nil {
			return
		}
		for _, control := range h.Controls {
			names[control.Var.Name] = true
		}
	}
	syntax.Inspect(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.DoStmt:
			header(n.Concurrent)
		case *syntax.ForallStmt:
			header(n.Header)
		case *syntax.ImpliedDo:
			if n.Type != nil && n.Control != nil && n.Control.Var != nil {
				names[n.Control.Var.Name] = true
			}
		}
		return true
	})
}

// declaredAround is Lookup without regard to IMPORT statements.
func (s *Scope) declaredAround(name string) *Symbol {
	for ; s != nil; s = s.Host {
		if sym := s.Symbols[name]; sym != nil {
			return sym
		}
		if sym := s.used(name); sym != nil {
			return sym
		}
	}
	return nil
}
