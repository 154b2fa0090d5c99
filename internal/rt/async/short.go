package async

import (
	"slices"

	"github.com/coral-pgas/coral/internal/rt"
)

// Short is for programs that do short collectives by themselves, on the same boards and with the same numbers, since to call the engine would take longer than
// all the rest (capi/caf2short.c). Whatever they cannot go on with, because it comes by messages or the image is about to sleep, the engine adopts.
// Only the image's own goroutine uses it.
type Short struct {
	Mail        *uint64 // how many messages of collectives have come and are not read
	Collectives *uint64 // how many collectives the engine has
	// Lowest is the lowest number of a team's operations that the program has begun and that are not complete; 0: there is none.
	Lowest func(team *rt.Team) uint64
}

// tellShort tells the program how things are, after each change.
func (e *Engine) tellShort() {
	if s := e.options.Short; s != nil {
		*s.Mail, *s.Collectives = uint64(len(e.mail)), uint64(len(e.collectives))
	}
}

// Adopt goes on with an operation that the program has begun with an event, and that reads what others show. over is called before the event is notified.
func (e *Engine) Adopt(team *rt.Team, number uint64, after Event, pattern Pattern, over func()) {
	c := e.newCollective()
	c.e, c.team, c.number, c.owner, c.after, c.current = e, team, number, account{e, nil, e.program}, after, pattern
	c.next = func() Pattern {
		over()
		return nil
	}
	c.owner.begin()
	at := slices.IndexFunc(e.collectives, func(o *Collective) bool { return o.team == team && o.number > number })
	if at < 0 {
		at = len(e.collectives)
	}
	e.collectives = slices.Insert(e.collectives, at, c)
	e.tellShort()
}

// ReduceShown is the part of a reduction that is left when this member has shown its own: to read and combine those of all.
func ReduceShown(r Reduction) Pattern { return &reduction{Reduction: r, begun: true, reader: true} }

// CompletedBeside tells the other members that the program has completed an operation while the engine has others.
func (e *Engine) CompletedBeside(team *rt.Team, number uint64) {
	team.Complete(e.completedOf(team, number))
}
