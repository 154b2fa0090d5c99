package lower

import (
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Puts to images of other machines return when their source may be changed: its data have been
// copied or sent. Where nothing but puts follows, and then what completes them or tells of them,
// the source stays as it is anyway. There it is lent, all such data are on their way at once, and
// the notification goes with them: a call behind the last of these statements waits until all has
// left.

// lends finds a run of statements that begins with an item: puts, loops of puts, and an image
// control statement behind them. Their sources are lent. It gives the run's last item, behind which
// they must be returned, or -1, and the next item with which a run may begin.
func (l *lowerer) lends(items []syntax.Item, first int, fl *flow) (last, next int) {
	if fl.scope.IsPure() || fl.group != nil || fl.concurrent || fl.mode == direct {
		return -1, len(items)
	}
	var puts [][]*syntax.AssignStmt // of each item
	last, gains := -1, false
	for i := first; i < len(items); i++ {
		more := l.putsOf(items[i], fl)
		if more == nil {
			if s, ok := items[i].(syntax.Stmt); ok && last >= 0 && l.tells(s, fl) {
				last, gains = i, true
			}
			break
		}
		if l.lent[more[0]] { // with a run of loops around
			return -1, i + 1
		}
		gains = gains || i > first || !isStatement(items[i])
		puts, last = append(puts, more), i
	}
	if !gains {
		return -1, first + 1
	}
	if from := definesNoSource(puts, fl); from > 0 {
		return -1, first + from
	}
	for _, of := range puts {
		for _, a := range of {
			l.lent[a] = true
		}
	}
	return last, last + 1
}

func isStatement(it syntax.Item) bool {
	_, ok := it.(syntax.Stmt)
	return ok
}

// tells says whether a statement only completes puts or tells others of them.
func (l *lowerer) tells(s syntax.Stmt, fl *flow) bool {
	if s.Info().Label != nil || len(l.directives.Attached(s)) > 0 {
		return false
	}
	switch s := s.(type) {
	case *syntax.EventPostStmt:
		return len(s.Stats) == 0 && !mid.CallsUser(s.Event, fl.scope)
	case *syntax.SyncAllStmt:
		return len(s.Stats) == 0
	case *syntax.SyncImagesStmt:
		return len(s.Stats) == 0 && (s.Images == nil || !mid.CallsUser(s.Images, fl.scope))
	case *syntax.SyncMemoryStmt:
		return len(s.Stats) == 0
	}
	return false
}

// putsOf gives the puts of which an item consists; nil: there is something else.
func (l *lowerer) putsOf(it syntax.Item, fl *flow) []*syntax.AssignStmt {
	switch s := it.(type) {
	case *syntax.AssignStmt:
		if l.lendable(s, fl) {
			return []*syntax.AssignStmt{s}
		}
	case *syntax.DoConstruct:
		c := s.Head.Control
		if c == nil || s.End == nil || s.Head.Info().Label != nil || s.End.Info().Label != nil ||
			len(l.directives.Attached(s.Head)) > 0 {
			return nil
		}
		if mid.CallsUser(c.First, fl.scope) || mid.CallsUser(c.Last, fl.scope) ||
			c.Step != nil && mid.CallsUser(c.Step, fl.scope) {
			return nil
		}
		var all []*syntax.AssignStmt
		for _, it := range s.Body {
			more := l.putsOf(it, fl)
			if more == nil {
				return nil
			}
			all = append(all, more...)
		}
		return all
	}
	return nil
}

// lendable tells whether an assignment puts a section of an array that nothing else can name.
func (l *lowerer) lendable(a *syntax.AssignStmt, fl *flow) bool {
	to, ok := a.LHS().(*syntax.Ref)
	from, also := a.RHS().(*syntax.Ref)
	if !ok || !also || to.Coindexed() == nil || from.Remote() || a.Info().Label != nil ||
		len(l.directives.Attached(a)) > 0 {
		return false
	}
	if s := to.Coindexed().Selector; s != nil && len(s.Specs) > 0 {
		return false
	}
	source := fl.scope.Reference(from).Parts[0]
	if source == nil || source.Kind != resolve.Variable || source.Flags&(resolve.Pointer|
		resolve.Target|resolve.Volatile|resolve.Asynchronous) != 0 ||
		fl.scope.Reference(to).Rank == 0 {
		return false
	}
	x := l.newStmt(a, fl)
	// a few elements are copied as fast
	return x.simpleCopy(a) &&
		section.Elements(x.scope, from.Parts[0].Args, source, shortRun) <= 0
}

// definesNoSource gives the first item behind which, itself included, no put may change what
// another one puts, which it may where it is to this image.
func definesNoSource(puts [][]*syntax.AssignStmt, fl *flow) int {
	defined, sent := map[*resolve.Symbol]bool{}, map[*resolve.Symbol]bool{}
	for from := len(puts); from > 0; from-- {
		for _, a := range puts[from-1] {
			to := fl.scope.Reference(a.LHS().(*syntax.Ref)).Parts[0]
			source := fl.scope.Reference(a.RHS().(*syntax.Ref)).Parts[0]
			if to == source || sent[to] || defined[source] {
				return from
			}
			defined[to], sent[source] = true, true
		}
	}
	return 0
}

// returned waits behind an item until all that was lent may be changed.
func (l *lowerer) returned(it syntax.Item, fl *flow) {
	s, ok := it.(syntax.Stmt)
	if !ok {
		s = it.(*syntax.DoConstruct).Terminal
	}
	x, p := l.newStmt(s, fl), l.planOf(s)
	call := "call " + l.use("coral_returned") + "()"
	if fl.mode == guarded {
		call = "if (" + x.current("coral_lib") + ") " + call
	}
	p.After = append(p.After, x.line("%s", call))
}
