package plan

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/conduit"
)

// Run is a plan that is being carried out. Its methods are for one goroutine.
type Run struct {
	By    conduit.Exchanger
	Rank  func(member int) int
	Label [3]uint64 // of the collective: no other one's
	// Note is about it: the length and the statement on which all members must agree, and what
	// else errors of the other members say.
	Note   conduit.Note
	Source []byte
	Result []byte
	// Combine sets each element of a to a op b.
	Combine func(a, b []byte)
	// Memory is where the plan's own memory is from; nil: new.
	Memory *Memory

	plan  Plan
	work  []byte
	state []state
	first int // all before have ended
	moves []move
}

type state uint8

const (
	waits state = iota
	moving
	over
)

// move is an exchange of a step.
type move struct {
	step int
	x    *conduit.Exchange
}

// MismatchError is the error of what has come with another length than it should have, or of
// another statement.
type MismatchError struct {
	Rank int          // who has sent it
	Want int          // bytes
	Note conduit.Note // the sender's
}

// Came is the sender's length in bytes.
func (e *MismatchError) Came() int { return int(e.Note[0]) }

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%d bytes of statement %x, not %d", e.Came(), e.Note[1], e.Want)
}

// Begin gives the run its plan.
func (r *Run) Begin(p Plan) {
	r.plan, r.state = p, make([]state, len(p.Steps))
	if p.Work > 0 {
		r.work = r.Memory.take(p.Work)
	}
}

// Advance does what can be done now, and says whether all is.
func (r *Run) Advance() (done bool, err error) {
	for again := true; again; again = r.Due() {
		if err := r.end(); err != nil {
			return false, err
		}
		if err := r.begin(); err != nil {
			return false, err
		}
	}
	for r.first < len(r.state) && r.state[r.first] == over {
		r.first++
	}
	if r.first < len(r.state) {
		return false, nil
	}
	r.Memory.give(r.work)
	r.work = nil
	return true, nil
}

// Due says whether Advance would find something. It only looks.
func (r *Run) Due() bool {
	for _, m := range r.moves {
		if m.x.Ended() {
			return true
		}
	}
	return false
}

// end notes what has ended.
func (r *Run) end() error {
	left := r.moves[:0]
	var wrong error
	for _, m := range r.moves {
		s := &r.plan.Steps[m.step]
		switch {
		case !m.x.Ended():
			left = append(left, m)
		case s.Kind == Receive && (m.x.Came != s.N || !r.agrees(m.x.Note)):
			wrong = &MismatchError{Rank: m.x.Rank, Want: int(r.Note[0]), Note: m.x.Note}
		default:
			r.state[m.step] = over
		}
	}
	r.moves = left
	return wrong
}

// agrees says whether what has come is of the statement that this member executes. Where only types
// differ, each step has the length that it should have.
func (r *Run) agrees(there conduit.Note) bool {
	return there[0] == r.Note[0] && there[1] == r.Note[1]
}

// begin begins what may begin.
func (r *Run) begin() (err error) {
	for i := r.first; i < len(r.state); i++ {
		s := &r.plan.Steps[i]
		if r.state[i] != waits || !r.ready(s) {
			continue
		}
		switch s.Kind {
		case Send:
			err = r.send(i, s)
		case Receive:
			r.state[i] = moving
			r.moves = append(r.moves, move{i, r.By.ReceiveFrom(r.Rank(s.Peer), r.label(s),
				r.at(s.To, s.N))})
		case Combine:
			r.Combine(r.at(s.To, s.N), r.at(s.From, s.N))
			r.state[i] = over
		case Move:
			copy(r.at(s.To, s.N), r.at(s.From, s.N))
			r.state[i] = over
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *Run) send(i int, s *Step) error {
	r.state[i] = moving
	x, err := r.By.SendTo(r.Rank(s.Peer), r.label(s), r.Note, r.at(s.To, s.N))
	if err == nil {
		r.moves = append(r.moves, move{i, x})
	}
	return err
}

// ready says whether all have ended that a step waits for.
func (r *Run) ready(s *Step) bool {
	for _, after := range s.After {
		if after != 0 && r.state[after-1] != over {
			return false
		}
	}
	return true
}

func (r *Run) label(s *Step) conduit.Label {
	return conduit.Label{r.Label[0], r.Label[1], r.Label[2], s.Number}
}

// at is some bytes of an area.
func (r *Run) at(p Place, n int) []byte {
	area := r.Source
	switch p.Area {
	case Result:
		area = r.Result
	case Work:
		area = r.work
	}
	return area[p.At : p.At+n : p.At+n]
}

// Abandon ends a run that cannot end. Afterwards nothing of it is on its way.
func (r *Run) Abandon() {
	for i := range r.plan.Steps {
		if s := &r.plan.Steps[i]; s.Kind == Receive && r.state[i] == waits {
			r.By.Refuse(r.Rank(s.Peer), r.label(s))
		}
	}
	for _, m := range r.moves {
		r.By.Abandon(m.x)
	}
	r.moves = nil
}
