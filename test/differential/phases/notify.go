package phases

import "fmt"

// notified is an assignment to the peer's copy with NOTIFY=, once or twice, and NOTIFY WAIT, after
// which the image may refer to its own copy.
type notified struct {
	leaf
	puts []*assign
	of   *Var
}

func (n *notified) print(p *printer) {
	for _, a := range n.puts {
		a.print(p)
	}
	if len(n.puts) == 1 {
		p.line("notify wait (" + n.of.name + ")")
		return
	}
	p.line(fmt.Sprintf("notify wait (%s, until_count=%d)", n.of.name, len(n.puts)))
}

func (n *notified) exec(im *image) *jump {
	for _, a := range n.puts {
		a.exec(im)
		im.post(&a.to.whose(im).notes)
	}
	im.await(n, &im.notes, len(n.puts))
	return nil
}

// notifying generates such statements, a use of what has been put, and what ends the use.
func (s *scope) notifying() []Stmt {
	if !s.uniform || s.plainDo || s.solo || s.notes == nil {
		return []Stmt{s.simple()}
	}
	st := &notified{of: s.notes}
	for range s.between(1, 2) {
		s.begin()
		n := s.between(1, 5)
		to := &Ref{v: s.noted, coord: []Expr{s.peerImage()}, more: ", notify=" + s.notes.name,
			subs: s.triplet(n, 1, true)}
		if n == 1 && s.chance(2) {
			to.subs = []*sub{{at: s.at()}}
			st.puts = append(st.puts, &assign{to: to, from: wrapped(s.withEffect(s.num(1)))})
			continue
		}
		st.puts = append(st.puts, &assign{to: to, from: wrapped(s.vector(n, 1))})
	}
	s.begin()
	s.note(s.trace, true)
	return []Stmt{st, s.traced(sumOf(&Ref{v: s.noted})), &syncAll{}}
}
