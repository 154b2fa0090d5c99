package async

import (
	"slices"

	"github.com/coral-pgas/coral/internal/rt"
)

// Short is for programs that do short collectives by themselves, on the same boards and with the
// same numbers, since to call the engine would take longer than all the rest (capi/async/short.c).
// Whatever they cannot go on with, because it comes by messages or the image is about to sleep, the
// engine adopts. Only the image's own goroutine uses it.
type Short struct {
	Mail        *uint64 // how many messages of collectives have come and are not read
	Collectives *uint64 // how many collectives the engine has
	// Waiting is the place of a copy's statement that waits for its event; 0: there is none.
	Waiting func() uint64
	// Lowest is the lowest number of a team's operations that the program has begun and that are
	// not complete; 0: there is none.
	Lowest func(team *rt.Team) uint64

	// how many images have shipped functions waiting that are not sent: those of the program must
	// not pass them
	Batched *uint64
	// Sent counts functions that the program's function has shipped by itself, with an event. The
	// engine sets it to 0 when it has noted them.
	Sent *uint64
	// Executed gives how many functions the program has executed by itself, and for whom, that were
	// shipped outside of finish blocks; they are the engine's to acknowledge then.
	Executed func(acknowledge func(rank int, count uint64))

	// Copies says how many short copies the program has waiting for events of this image. It does
	// them by itself.
	Copies func() int
}

// copiesBeside is how many copies the program has waiting by itself.
func (e *Engine) copiesBeside() int {
	if s := e.options.Short; s != nil {
		return s.Copies()
	}
	return 0
}

// takeSent counts what the program has shipped by itself.
func (e *Engine) takeSent() {
	if s := e.options.Short; s != nil {
		e.program.open += int(*s.Sent)
		*s.Sent = 0
	}
}

// takeExecuted notes what the program has executed by itself.
func (e *Engine) takeExecuted() {
	if s := e.options.Short; s != nil {
		s.Executed(
			func(rank int, count uint64) {
				e.acks = append(e.acks, ack{rank, 0, count})
			})
	}
}

// BeginBeside says that the program executes a function by itself, which another image has shipped
// outside of finish blocks, and in it begins something: that counts for the function. EndBeside
// says that the function has returned.
func (e *Engine) BeginBeside(source int, team *rt.Team) {
	e.running, e.outside = &activation{source: source}, e.w.Current()
	e.w.EnterShipped()
	e.w.Enter(team)
}

func (e *Engine) EndBeside() {
	act := e.running
	e.running = nil
	e.w.Enter(e.outside)
	e.w.LeaveShipped()
	act.over = true
	if act.open == 0 {
		e.settle(act)
	}
}

// tellShort tells the program how things are, after each change.
func (e *Engine) tellShort() {
	if s := e.options.Short; s != nil {
		*s.Mail, *s.Collectives, *s.Batched = uint64(e.letters), uint64(len(e.collectives)), uint64(
			len(e.batched))
	}
}

// Adopt goes on with an operation that the program has begun with an event, and that reads what
// others show. over is called before the event is notified.
func (e *Engine) Adopt(s Statement, team *rt.Team, number uint64, after Event, pattern Pattern,
	over func()) {
	c := e.newCollective()
	c.statement = s
	c.e, c.team, c.number, c.after, c.current = e, team, number, after, pattern
	c.owner = account{e: e, act: e.program}
	c.next = func() Pattern {
		over()
		return nil
	}
	c.owner.begin()
	c.checkMail()
	at := slices.IndexFunc(e.collectives,
		func(o *Collective) bool { return o.team == team && o.number > number })
	if at < 0 {
		at = len(e.collectives)
	}
	e.collectives = slices.Insert(e.collectives, at, c)
	e.tellShort()
}

// ReduceShown is the part of a reduction that is left when this member has shown its own: to read
// and combine those of all.
func ReduceShown(r Reduction) Pattern {
	p := &reduction{Reduction: r, begun: true, reader: true}
	copy(p.own[:], r.Src)
	return p
}

// CompletedBeside tells the other members that the program has completed an operation while the
// engine has others.
func (e *Engine) CompletedBeside(team *rt.Team, number uint64) {
	team.Complete(e.completedOf(team, number))
}
