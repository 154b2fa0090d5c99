package async

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
)

// mailKey names a message of a collective operation: which one of a team's, the step in it, and the rank it is from.
type mailKey struct {
	team   uint64
	number uint32
	step   uint32
	source int
}

// Pattern is a part of a collective operation. step does what it can and says whether the pattern is over; it waits for nothing.
type Pattern interface {
	step(c *Collective) (over bool, err error)
}

// Collective is an operation that all members of a team begin, in the same order, and that is complete on an
// image when its own part is over.
type Collective struct {
	e        *Engine
	team     *rt.Team
	number   uint32
	current  Pattern
	base     uint32 // of the steps of the current Pattern
	owner    account
	after    Event
	over     bool
	err      error
	blocking bool // Wait reports err
	// next gives the pattern after the current one, nil after the last.
	next func() Pattern
}

// stepsEach is how many steps a pattern may number.
const stepsEach = 1 << 16

// Begin begins a collective operation of a team, which consists of the patterns that next gives one after the other until it gives nil. next is
// called on the image's goroutine when the pattern before is over. With blocking Wait will follow, which reports an error;
// else an error ends the image, if Begin does not know it yet.
func (e *Engine) Begin(team *rt.Team, after Event, blocking bool, next func() Pattern) (*Collective, error) {
	if e.running != nil {
		return nil, fmt.Errorf("collective operation: %w", rt.ErrInShipped)
	}
	c := &Collective{e: e, team: team, number: uint32(team.Begin()), owner: e.account(after), after: after, next: next, blocking: blocking}
	c.owner.begin()
	if c.current = next(); c.current == nil {
		c.finish(nil)
		return c, c.err
	}
	c.advance()
	if !c.over {
		e.collectives = append(e.collectives, c)
	}
	return c, c.err
}

// Wait waits until a collective operation is over: its blocking form.
func (c *Collective) Wait() error {
	gone := func() error { return c.team.GoneBefore(uint64(c.number)) }
	if err := c.e.w.AwaitThat(nil, layout.WaitColl, func() bool { return c.over }, gone); err != nil {
		return err
	}
	return c.err
}

// stepCollectives advances all collective operations in order of initiation.
func (e *Engine) stepCollectives() bool {
	did := false
	left := e.collectives[:0]
	for _, c := range e.collectives {
		did = c.advance() || did
		switch {
		case !c.over:
			left = append(left, c)
		case c.err != nil && !c.blocking:
			e.fail(fmt.Errorf("collective operation: %w", c.err))
		}
	}
	clear(e.collectives[len(left):])
	e.collectives = left
	return did
}

// advance does what can be done, and says whether the operation went on to another pattern or ended.
func (c *Collective) advance() bool {
	did := false
	for !c.over {
		over, err := c.current.step(c)
		if err != nil {
			c.finish(err)
			return true
		}
		if !over {
			return did
		}
		did = true
		if c.current = c.next(); c.current == nil {
			c.finish(nil)
			return true
		}
		c.base += stepsEach
	}
	return did
}

// finish completes the operation on this image.
func (c *Collective) finish(err error) {
	c.over, c.err = true, err
	if err == nil {
		c.err = c.e.post(c.after)
	}
	c.owner.end()
}

// send sends a member the message of a step.
func (c *Collective) send(member int, step uint32, payload []byte) error {
	words := [4]uint64{kindCollective | uint64(c.base+step)<<8, c.team.Control(), uint64(c.number)}
	return c.e.send(c.team.Member(member), words, payload)
}

// take takes the message of a step from a member, if it has come.
func (c *Collective) take(member int, step uint32) ([]byte, bool) {
	key := mailKey{c.team.Control(), c.number, c.base + step, c.team.Member(member)}
	payload, ok := c.e.mail[key]
	if ok {
		delete(c.e.mail, key)
	}
	return payload, ok
}

// checkLength compares what has come with what was expected.
func checkLength(got, want int) error {
	if got != want {
		return fmt.Errorf("%w: %d bytes here, %d elsewhere", rt.ErrSizes, want, got)
	}
	return nil
}
