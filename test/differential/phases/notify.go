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

// The interpreter lets all images come to NOTIFY WAIT, since all have put then.
func (n *notified) exec(im *image) *jump {
	for _, a := range n.puts {
		a.exec(im)
		w := a.to.whose(im)
		w.notes = append(w.notes, im.seen)
		im.seen[im.me]++
	}
	im.barrier(loose + fmt.Sprintf("notify %p", n))
	if len(im.notes) != len(n.puts) {
		reject("number of notifications")
	}
	for k := range im.notes {
		im.seen.merge(&im.notes[k])
	}
	im.notes = nil
	im.seen[im.me]++
	im.barrier(loose + fmt.Sprintf("notified %p", n))
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
	use := &fold{"sum(%s)", func(v val) int64 {
		n := int64(0)
		for _, x := range v.v {
			n += x.i
		}
		return n
	}, &Ref{v: s.noted}}
	s.note(s.trace, true)
	t := &Ref{v: s.trace}
	record := &assign{to: t, from: &op{"modulo(%s*31 + %s, 65521)", func(v []scalar) scalar {
		return scalar{i: mix(v[0].i, v[1].i)}
	}, []Expr{t, use}}}
	return []Stmt{st, record, &syncAll{}}
}
