package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// guard is a construct that does something at its beginning which its end undoes: entered by a
// branch, only the end would be done.
type guard struct {
	node syntax.Node
	code diag.Code
	what string
}

func guardOf(n syntax.Node) (g guard, ok bool) {
	switch n := n.(type) {
	case *syntax.CriticalConstruct:
		return guard{n, "C0126", "CRITICAL construct"}, true
	case *syntax.ChangeTeamConstruct:
		return guard{n, "C0152", "CHANGE TEAM construct"}, true
	case *syntax.WithTeamConstruct:
		return guard{n, "C0152", "WITH TEAM construct"}, true
	case *syntax.FinishConstruct:
		return guard{n, "C0152", "FINISH construct"}, true
	case *syntax.XMPConstruct:
		return guard{n, "C0411", n.Head.Name + " construct"}, true
	}
	return guard{}, false
}

// branchesInto refuses branches into the block of such a construct (F2018 11.1.2.1), which back
// ends pass where the block has become one of IF.
func (c *checker) branchesInto(body []syntax.Item) {
	guards := map[int][]guard{} // around the statement with a label
	type branch struct {
		to     *syntax.Label
		around []guard
	}
	var branches []branch
	note := func(s syntax.Stmt, around []guard) {
		if s == nil {
			return
		}
		if k := s.Info().Label; k != nil {
			guards[k.Value] = around
		}
		if f, ok := s.(*syntax.IfStmt); ok && f.Action != nil {
			s = f.Action
		}
		var to []*syntax.Label
		switch s := s.(type) {
		case *syntax.GotoStmt:
			to = s.Labels
		case *syntax.ArithIfStmt:
			to = s.Labels
		}
		for _, k := range to {
			branches = append(branches, branch{k, around})
		}
	}
	var walk func(items []syntax.Item, around []guard)
	walk = func(items []syntax.Item, around []guard) {
		for _, it := range items {
			if s, ok := it.(syntax.Stmt); ok {
				note(s, around)
				continue
			}
			inner := around
			if g, ok := guardOf(it); ok {
				inner = append(slices.Clone(around), g)
			}
			syntax.EachPart(it, func(_ syntax.Node, head syntax.Stmt, body []syntax.Item) {
				note(head, around)
				walk(body, inner)
			})
		}
	}
	walk(body, nil)
	for _, b := range branches {
		for _, g := range guards[b.to.Value] {
			if !slices.Contains(b.around, g) {
				c.errorf(g.code, b.to.Range, "this leads into a %s without passing its beginning",
					g.what)
				break
			}
		}
	}
}
