package async

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/plan"
	"github.com/coral-pgas/coral/internal/sys"
)

// Pattern is a part of a collective operation. step does what it can and says whether the pattern
// is over; it waits for nothing.
type Pattern interface {
	step(c *Collective) (over bool, err error)
	// due says whether step would find something that no message tells: on a board. It only looks.
	due(c *Collective) bool
}

// watcher is a Pattern that can say at which word it waits.
type watcher interface {
	watch(c *Collective) sys.Word
}

// byMessages is what patterns have in common that wait for nothing but messages.
type byMessages struct{}

func (byMessages) due(*Collective) bool { return false }

// Collective is an operation that all members of a team begin, in the same order, and that is
// complete on an image when its own part is over.
type Collective struct {
	e         *Engine
	team      *rt.Team
	number    uint64
	statement Statement
	wrong     error // a member has begun another operation
	told      bool  // and all members know
	other     int   // the member, where it is not known at which line; -1: none
	current   Pattern
	base      uint32    // of the steps of the current Pattern
	following *plan.Run // of the current Pattern, if that follows a plan
	owner     account
	after     Event
	over      bool
	moved     bool   // some data since it was looked at last
	last      letter // that was taken
	err       error
	blocking  bool // Wait reports err
	// next gives the pattern after the current one, nil after the last.
	next func() Pattern

	// The patterns of operations that are begun most often are kept with them: to begin a short one
	// takes no memory that was not there.
	broadcast           shownBroadcast
	reduction           reduction
	broadcasts, reduces bool // it is used
}

// BeginBroadcast is Begin of a Broadcast alone, BeginReduce of a Reduce.
func (e *Engine) BeginBroadcast(s Statement, team *rt.Team, after Event, root int,
	buf []byte) error {
	c := e.newCollective()
	c.statement = s
	c.broadcast.root, c.broadcast.buf = root, buf
	c.current, c.broadcasts = &c.broadcast, true
	return e.begin(c, team, after)
}

func (e *Engine) BeginReduce(s Statement, team *rt.Team, after Event, r Reduction) error {
	c := e.newCollective()
	c.statement = s
	c.reduction.Reduction = r
	c.current, c.reduces = &c.reduction, true
	return e.begin(c, team, after)
}

// newCollective gives one that was used before if it can.
func (e *Engine) newCollective() *Collective {
	last := len(e.spareCollectives) - 1
	if last < 0 {
		return &Collective{}
	}
	c := e.spareCollectives[last]
	e.spareCollectives = e.spareCollectives[:last]
	return c
}

// sparesKept is how many objects are kept to be used again.
const sparesKept = 64

// spare takes back a Collective of which nobody knows any more.
func (e *Engine) spareCollective(c *Collective) {
	if !c.blocking && len(e.spareCollectives) < sparesKept {
		c.reset()
		e.spareCollectives = append(e.spareCollectives, c)
	}
}

// reset makes it as new, but for what it was: what comes for it when it is over is of another
// operation.
func (c *Collective) reset() {
	c.current, c.next, c.wrong, c.told = nil, nil, nil, false
	c.base, c.over, c.moved, c.err = 0, false, false, nil
	c.owner, c.after = account{}, None
	if c.broadcasts {
		c.broadcast, c.broadcasts = shownBroadcast{}, false
	}
	if c.reduces {
		c.reduction.reset()
		c.reduces = false
	}
}

// stepsEach is how many steps a pattern may number.
const stepsEach = 1 << 16

// Begin begins a collective operation of a team, which consists of the patterns that next gives one
// after the other until it gives nil. next is called on the image's goroutine when the pattern
// before is over. With blocking Wait will follow, which reports an error; else an error ends the
// image, if Begin does not know it yet, and no Collective is given.
func (e *Engine) Begin(s Statement, team *rt.Team, after Event, blocking bool,
	next func() Pattern) (*Collective, error) {
	c := &Collective{statement: s, blocking: blocking, current: next(), next: next}
	err := e.begin(c, team, after)
	if !blocking {
		return nil, err
	}
	return c, err
}

// BeginOne is Begin of one pattern, not blocking.
func (e *Engine) BeginOne(s Statement, team *rt.Team, after Event, pattern Pattern) error {
	c := e.newCollective()
	c.statement = s
	c.current = pattern
	return e.begin(c, team, after)
}

// begin begins an operation whose patterns are known. c is not the caller's any more, unless it is
// blocking.
func (e *Engine) begin(c *Collective, team *rt.Team, after Event) error {
	if e.running != nil || e.stepping {
		return e.w.AtStatement(fmt.Errorf("collective operation: %w", rt.ErrInShipped))
	}
	if err := team.Failure(); err != nil {
		return err
	}
	c.e, c.team, c.number, c.owner, c.after = e, team, team.Begin(),
		e.account(after, c.statement.Local), after
	c.other = -1
	c.owner.begin()
	c.checkMail()
	if c.statement.Checked {
		if err := c.tellBegun(); err != nil {
			return err
		}
	}
	if !e.delays.late() {
		c.advance()
	}
	if !c.over {
		e.collectives = append(e.collectives, c)
		e.tellShort()
		return nil
	}
	if c.blocking {
		return nil // Wait tells
	}
	err := c.located()
	if err != nil {
		err = ofCollective(err)
	}
	e.spareCollective(c)
	return err
}

// Wait waits until a collective operation is over: its blocking form.
func (c *Collective) Wait(ctx context.Context) error {
	err := c.team.AwaitOperation(ctx, c.number, c.statement.word, func() bool { return c.over })
	if c.pending(ctx) && c.after != None {
		return err
	}
	if err != nil {
		c.e.unhear(c.operation())
		if c.following != nil {
			c.following.Abandon()
			c.following, c.wrong = nil, err
		}
		if ctx.Err() == nil {
			c.wrong = err // it goes on no more, and the end of the program does not wait for it
		}
		return err
	}
	return c.located()
}

// ofCollective says of an error that it is one of a collective operation, unless the error does.
func ofCollective(err error) error {
	if disagrees(err) {
		return err
	}
	return fmt.Errorf("collective operation: %w", err)
}

// located is the error of an operation that is over. If members have begun different ones, it says
// where, as far as they show it, and the team can execute no more statements.
func (c *Collective) located() error {
	if !disagrees(c.err) {
		return c.err
	}
	c.e.unhear(c.operation())
	err := c.e.w.AtStatement(c.err)
	if c.other >= 0 {
		place := c.team.PlaceShown(c.other, c.number, c.statement.word)
		err = fmt.Errorf("%w%s", err, place)
	}
	if errors.Is(err, rt.ErrMismatched) {
		return c.team.Fails(err)
	}
	return err
}

// pending tells whether an operation can still end although the wait for it has not.
func (c *Collective) pending(ctx context.Context) bool { return !c.over && ctx.Err() != nil }

// AwaitPosters waits for this image's collective operations that are to post an event which nothing
// else posts: so the wait is one in these operations, and meets a member that waits in another
// statement of the team. If the context ends, they go on, and may be waited for again.
func (e *Engine) AwaitPosters(ctx context.Context, after Event) error {
	for {
		i := slices.IndexFunc(e.collectives,
			func(c *Collective) bool { return !c.over && !c.blocking && c.after == after })
		if i < 0 {
			return nil
		}
		c := e.collectives[i]
		c.blocking = true // this statement tells
		err := c.Wait(ctx)
		if c.over && err == nil || c.pending(ctx) {
			c.blocking = false
		}
		if err != nil {
			return err
		}
		e.spareCollective(c)
	}
}

// stepCollectives advances all collective operations in order of initiation.
func (e *Engine) stepCollectives() bool {
	if len(e.collectives) == 0 {
		return false
	}
	e.stepping = true
	defer func() { e.stepping = false }()
	did := false
	left := e.collectives[:0]
	for _, c := range e.collectives {
		if !e.delays.late() {
			did = c.advance() || did
		}
		switch {
		case !c.over:
			left = append(left, c)
		case c.err != nil && !c.blocking:
			e.failAt(c.statement, ofCollective(c.err))
		default:
			e.spareCollective(c)
		}
	}
	clear(e.collectives[len(left):])
	e.collectives = left
	e.tellShort()
	return did
}

// advance does what can be done, and says whether data were moved, or the operation went on to
// another pattern or ended.
func (c *Collective) advance() bool {
	did := c.step()
	c.team.WakeReaders()
	return did
}

// step is advance but for waking the members that wait for what it shows.
func (c *Collective) step() bool {
	did := false
	for !c.over {
		if c.wrong != nil {
			c.finish(c.wrong)
			return true
		}
		if c.current == nil {
			c.finish(nil)
			return true
		}
		over, err := c.current.step(c)
		if err != nil {
			c.finish(err)
			return true
		}
		if !over {
			did, c.moved = did || c.moved, false
			return did
		}
		did = true
		c.current = nil
		if c.next != nil {
			c.current = c.next()
		}
		c.base += stepsEach
	}
	return did
}

// finish completes the operation on this image.
func (c *Collective) finish(err error) {
	c.over, c.err = true, err
	if disagrees(err) {
		c.tellOthers(err)
	}
	if c.e.w.Mapped() {
		c.team.Complete(c.e.completedOf(c.team, c.number))
	}
	if err == nil {
		c.err = c.e.post(c.after)
	}
	c.owner.end()
}

// completedOf is up to what number all operations of a team are complete on this image, of which
// one just has become so. Those that are begun later have larger numbers and are further back.
func (e *Engine) completedOf(team *rt.Team, last uint64) uint64 {
	if s := e.options.Short; s != nil {
		if lowest := s.Lowest(team); lowest != 0 {
			last = min(last, lowest-1)
		}
	}
	for _, c := range e.collectives {
		if c.team == team && !c.over {
			return min(last, c.number-1)
		}
	}
	return last
}

// collectivesDue says whether stepCollectives would find something that no message tells. It only
// looks.
func (e *Engine) collectivesDue() bool {
	for _, c := range e.collectives {
		switch {
		case c.over || c.current == nil:
		case c.following != nil && c.following.Due():
			return true
		case c.onBoard() && c.current.due(c):
			return true
		}
	}
	return false
}

// watch gives the word at which the operation waits, as far as its pattern knows one.
func (c *Collective) watch() sys.Word {
	if p, ok := c.current.(watcher); ok && !c.over && c.onBoard() {
		return p.watch(c)
	}
	return sys.Never()
}

// send sends a member the message of a step.
func (c *Collective) send(member int, step uint32, payload []byte) error {
	return c.sendLetter(member,
		&letter{step: c.base + step, word: c.statement.word, place: c.statement.Place,
			payload: payload})
}

func (c *Collective) sendLetter(member int, l *letter) error {
	words := [4]uint64{kindCollective | uint64(l.step)<<stepShift | l.word, c.team.Control(),
		c.number, l.place}
	rank := c.team.Member(member)
	return c.e.w.Explain(rank, c.e.send(rank, &words, l.payload))
}

// take takes the message of a step from a member, if it has come.
func (c *Collective) take(member int, step uint32) ([]byte, bool) {
	if c.e.letters == 0 {
		return nil, false
	}
	l, here := c.e.takeLetter(c.operation(), c.base+step, c.team.Member(member))
	if here {
		c.last = l
		c.last.payload = nil
	}
	return l.payload, here
}

// checkLength compares what was taken last with what was expected.
func (c *Collective) checkLength(got, want int) error {
	if got != want {
		_, at := c.e.called(OfWord(c.last.word, c.last.place))
		return fmt.Errorf("%w: image %d brings %d bytes, but image %d brings %d bytes%s",
			rt.ErrLengths, c.e.w.Rank()+1, want, c.last.source+1, got, at)
	}
	return nil
}
