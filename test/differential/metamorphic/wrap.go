package metamorphic

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// wrapping puts each executable statement and construct into something that executes it once.
type wrapping struct {
	// of gives what stands before and behind an item; ok: it may stand there.
	of  func(it syntax.Item, n int) (before, after string, ok bool)
	e   edits
	n   int
	src *syntax.File
}

// wrap applies it to a whole file.
func wrap(f *syntax.File, of func(it syntax.Item, n int) (before, after string, ok bool)) string {
	w := &wrapping{of: of, e: edits{src: f.Source}, src: f}
	eachScope(f, func(u syntax.Node, s *syntax.ScopeBody) { w.items(s.Exec) })
	return w.e.String()
}

// eachScope calls do for every program unit and subprogram of a file.
func eachScope(f *syntax.File, do func(u syntax.Node, s *syntax.ScopeBody)) {
	var procs func(list []*syntax.Subprogram)
	procs = func(list []*syntax.Subprogram) {
		for _, p := range list {
			do(p, &p.ScopeBody)
			procs(p.Procs)
		}
	}
	for _, u := range f.Units {
		s := syntax.BodyOf(u)
		if s == nil {
			continue
		}
		do(u, s)
		procs(s.Procs)
	}
}

func (w *wrapping) items(list []syntax.Item) {
	for _, it := range list {
		if it.Span().Src != w.src.Source {
			continue
		}
		if whole(it) {
			if before, after, ok := w.of(it, w.n); ok {
				w.n++
				w.e.around(it.Span(), before, after)
			}
		}
		w.inside(it)
	}
}

// inside goes into constructs whose blocks may hold constructs.
func (w *wrapping) inside(it syntax.Item) {
	switch c := it.(type) {
	case *syntax.WhereConstruct, *syntax.ForallConstruct, *syntax.XMPConstruct, *syntax.XMPGmove:
		return
	case *syntax.DoConstruct:
		if c.Terminal != nil && c.End == nil { // the terminal belongs to the loop
			return
		}
	}
	syntax.EachPart(it, func(_ syntax.Node, _ syntax.Stmt, body []syntax.Item) { w.items(body) })
}

// whole tells whether an item may stand within a construct: nothing outside refers to its label.
func whole(it syntax.Item) bool {
	s, is := it.(syntax.Stmt)
	if !is {
		s = headOf(it)
	}
	if s == nil || s.Info().Label != nil || s.Info().DoTerminal > 0 {
		return false
	}
	switch s := s.(type) {
	case *syntax.FormatStmt, *syntax.EntryStmt, *syntax.DataStmt, *syntax.NamelistStmt,
		*syntax.ContinueStmt, *syntax.XMPStmt, *syntax.AssignLabelStmt:
		return false
	case *syntax.AssignStmt:
		return !s.MaybeStmtFunc
	}
	return executable(s)
}

// executable is false for declarations that stand in an execution part.
func executable(s syntax.Stmt) bool {
	switch s.(type) {
	case *syntax.TypeDeclStmt, *syntax.AttrStmt, *syntax.ParameterStmt, *syntax.CommonStmt,
		*syntax.EquivalenceStmt, *syntax.UseStmt, *syntax.OpaqueStmt:
		return false
	}
	return true
}

// headOf is the first statement of a construct.
func headOf(it syntax.Item) (head syntax.Stmt) {
	syntax.EachPart(it, func(_ syntax.Node, h syntax.Stmt, _ []syntax.Item) {
		if head == nil {
			head = h
		}
	})
	return head
}

// inBlock is BLOCK with the item.
func inBlock(syntax.Item, int) (before, after string, ok bool) {
	return "block\n", "\nend block", true
}

// ifTrue is an IF construct with the item.
func ifTrue(syntax.Item, int) (before, after string, ok bool) {
	return "if (.true.) then\n", "\nend if", true
}

// orElse has the item in the last branch of an IF construct.
func orElse(syntax.Item, int) (before, after string, ok bool) {
	return "if (.false.) then\ncontinue\nelse if (.false.) then\ncontinue\nelse\n", "\nend if", true
}

// chosenCase is SELECT CASE with the item.
func chosenCase(syntax.Item, int) (before, after string, ok bool) {
	return "select case (1)\ncase default\n", "\nend select", true
}

// once is a loop of one turn. EXIT and CYCLE without a name would be for it.
func once(it syntax.Item, n int) (before, after string, ok bool) {
	if leavesLoop(it) {
		return "", "", false
	}
	v := fmt.Sprintf("once_%d", n)
	return "block\ninteger :: " + v + "\ndo " + v + " = 1, 1\n", "\nend do\nend block", true
}

// leavesLoop tells whether EXIT or CYCLE without a name stands in an item.
func leavesLoop(it syntax.Item) bool {
	found := false
	syntax.Inspect(it, func(n syntax.Node) bool {
		switch s := n.(type) {
		case *syntax.ExitStmt:
			found = found || s.Name == nil
		case *syntax.CycleStmt:
			found = found || s.Name == nil
		}
		return !found
	})
	return found
}

// oneLine is an IF statement with an action statement.
func oneLine(it syntax.Item, n int) (before, after string, ok bool) {
	s, is := it.(syntax.Stmt)
	if !is || s.Info().ConstructName != nil {
		return "", "", false
	}
	switch s.(type) {
	case *syntax.IfStmt, *syntax.EndStmt, *syntax.FormatStmt:
		return "", "", false
	}
	return "if (.true.) ", "", true
}
