package async

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
)

// scopeKey names a finish block on all members of its team: the team, and how many they have
// entered before.
type scopeKey struct {
	team   uint64 // offset of the TeamControl; 0 is none
	number uint32
}

// Scope is one finish block on this image.
//
// Termination is detected in rounds (docs/decisions/12-finish.md). Each image has taken part in
// round rounds; messages carry the number of rounds that their sender had taken part in. In round
// n+1 an image contributes the functions that it has shipped, less those that it has completed
// whose senders had not taken part in that round then. The sum over the team is 0 when, and only
// when, everything shipped is completed.
type Scope struct {
	key  scopeKey
	team *rt.Team
	open int   // copies and collectives of this image that are not complete
	sent int64 // functions shipped by this image, and results sent
	// leaving: this image waits for the end of the block
	leaving bool
	round   uint32
	// completed counts functions that this image has completed and whose sender was in a round not
	// after this image's; early those whose sender was one ahead.
	completed, early int64
}

// scope is the block of a key, which other images may be in already.
func (e *Engine) scope(key scopeKey) *Scope {
	s := e.scopes[key]
	if s == nil {
		s = &Scope{key: key}
		e.scopes[key] = s
	}
	return s
}

// Finish runs body, and returns when what body, and all that it has shipped, have begun without an
// event is complete on all members of the team, which call it together. After an error of body it
// returns that at once.
func (e *Engine) Finish(ctx context.Context, team *rt.Team, body func() error) error {
	s, err := e.Enter(team)
	if err != nil {
		return err
	}
	if err := body(); err != nil {
		e.finishing = e.finishing[:slices.Index(e.finishing, s)]
		return err
	}
	return e.leave(ctx, s)
}

// Enter begins a finish block of a team, for programs whose body is no function. LeaveInnermost
// ends the one that was begun last, as Finish does after body.
func (e *Engine) Enter(team *rt.Team) (*Scope, error) {
	if e.running != nil {
		return nil, e.w.AtStatement(rt.ErrInShipped)
	}
	id := team.Control()
	e.entered[id]++
	s := e.scope(scopeKey{id, e.entered[id]})
	s.team = team
	e.finishing = append(e.finishing, s)
	return s, nil
}

func (e *Engine) LeaveInnermost(ctx context.Context) error {
	return e.leave(ctx, e.finishing[len(e.finishing)-1])
}

func (e *Engine) leave(ctx context.Context, s *Scope) error {
	e.Waited()
	e.finishing = e.finishing[:slices.Index(e.finishing, s)]
	s.leaving = true
	for i := range e.unknown {
		if e.leaves(&e.unknown[i]) {
			e.notInBlock(&e.unknown[i])
			break
		}
	}
	if err := e.terminate(ctx, s); err != nil {
		return err
	}
	delete(e.scopes, s.key)
	return nil
}

// terminate is the detection of termination. It takes as many rounds as the longest chain of
// functions that shipped functions has, and one more: a function is sent before its sender takes
// part in the round in which it counts, so it has come, as a rule, when the sum of that round is
// there. A message that takes longer than a round costs some more.
func (e *Engine) terminate(ctx context.Context, s *Scope) error {
	for {
		e.sendBatches()
		if s.round > 0 || e.Due() {
			e.Advance()
		}
		idle := func() bool { return s.open == 0 }
		if err := e.w.AwaitThat(ctx, waitFinish, idle, s.team.Gone); err != nil {
			return err
		}
		e.sendBatches()
		var word [8]byte
		binary.NativeEndian.PutUint64(word[:], uint64(s.contribute()))
		if err := e.sum(ctx, s.team, word[:]); err != nil {
			return err
		}
		if binary.NativeEndian.Uint64(word[:]) == 0 {
			return nil
		}
	}
}

// contribute is what this image contributes to a round, in which it has taken part then.
func (s *Scope) contribute() int64 {
	outstanding := s.sent - s.completed
	s.round++
	s.completed, s.early = s.completed+s.early, 0
	return outstanding
}

// sum adds a word over a team.
func (e *Engine) sum(ctx context.Context, team *rt.Team, word []byte) error {
	before := e.w.Current()
	e.w.Enter(team)
	defer e.w.Enter(before)
	return e.w.Reduce(cmp.Or(ctx, context.Background()), word, conduit.Int64, conduit.Sum,
		rt.EveryMember)
}

// executed counts a function that has come from an image in a round.
func (s *Scope) executed(round uint32) {
	if round > s.round {
		s.early++
	} else {
		s.completed++
	}
}

// activation is the program's function, or a shipped one that runs, or whose own operations outside
// of all finish blocks run.
type activation struct {
	scope  *Scope // where it was shipped in a finish block: what it begins counts there
	source int
	parent uint64 // at the source: the activation that shipped it, 0: the program's
	id     uint64 // 0: it has shipped none
	open   int    // what it has begun and is not complete, outside of finish blocks
	over   bool   // it has returned
}

// account is what an operation counts for until it is complete.
type account struct {
	e     *Engine
	scope *Scope
	act   *activation
	local Touches // of this image's program, without an event
}

// account is that of an operation that begins now, with the event that says when it is over, and
// what it touches here.
func (e *Engine) account(after Event, local Touches) account {
	act := e.program
	var scope *Scope
	switch {
	case e.running != nil:
		act, scope = e.running, e.running.scope
	case len(e.finishing) > 0:
		scope = e.finishing[len(e.finishing)-1]
	}
	if after.there() && scope != nil {
		act, scope = e.program, nil // explicit operations escape (section 3.1 of the paper)
	}
	if after.there() || e.running != nil {
		local = 0
	}
	return account{e: e, scope: scope, act: act, local: local}
}

func (a account) begin() {
	if a.local != 0 {
		a.e.touching[a.local]++
	}
	if a.scope != nil {
		a.scope.open++
	} else {
		a.act.open++
	}
}

func (a account) end() {
	if a.local != 0 {
		a.e.touching[a.local]--
	}
	if a.scope != nil {
		a.scope.open--
		return
	}
	a.act.open--
	a.e.settle(a.act)
}

// settle tells who shipped a function outside of finish blocks that it is complete, with all that
// it has begun.
func (e *Engine) settle(act *activation) {
	if act == e.program || !act.over || act.open > 0 {
		return
	}
	delete(e.waiting, act.id)
	e.acknowledge(act.source, act.parent)
}

// ack says how many functions that one activation of an image has shipped, outside of finish
// blocks, are complete.
type ack struct {
	rank   int
	parent uint64
	count  uint64
}

// acknowledge notes that a function is complete. Nobody waits for that before the run ends: the
// message is sent when there are several, or when the image goes to sleep.
func (e *Engine) acknowledge(rank int, parent uint64) {
	for i := range e.acks {
		if a := &e.acks[i]; a.rank == rank && a.parent == parent {
			a.count++
			return
		}
	}
	e.acks = append(e.acks, ack{rank, parent, 1})
}

// acksKept is how many acks may wait.
const acksKept = 16

// Rest sends what could wait until the image sleeps.
func (e *Engine) Rest() {
	e.takeExecuted()
	e.sendAcks()
}

func (e *Engine) sendAcks() {
	acks := e.acks
	e.acks = acks[:0]
	for _, a := range acks {
		// who is gone needs none
		_ = e.send(a.rank, &[4]uint64{kindAck, a.parent, a.count}, nil)
	}
}

// acked takes an ack.
func (e *Engine) acked(m *incoming) {
	e.takeSent()
	act := e.program
	if id := m.words[1]; id != 0 {
		act = e.waiting[id]
	}
	act.open -= int(m.words[2])
	e.settle(act)
}

// Quiesce returns when what the program's function has begun outside of finish blocks is complete,
// and the members of collectives that are checked have been heard, or an image has failed. It fails
// a collective that a member has ended without.
func (e *Engine) Quiesce() {
	e.ended = true
	if len(e.unknown) > 0 {
		e.neverRegistered(&e.unknown[0], "the program has ended here with")
	}
	e.takeSent()
	over := func() bool { return e.program.open == 0 && e.unheard == 0 }
	if over() {
		return
	}
	var left *Collective
	err := e.w.AwaitThat(context.Background(), layout.WaitAsync,
		func() bool { return over() || e.w.AnyFailed() },
		func() (err error) {
			left, err = e.leftBehind()
			return err
		})
	if err != nil && left != nil && !e.w.AnyFailed() {
		e.failAt(left.statement, ofCollective(err))
	}
}

// leftBehind is a collective of this image that cannot end, and the error why: a member is gone and
// has not begun it.
func (e *Engine) leftBehind() (*Collective, error) {
	for _, c := range e.collectives {
		if c.over || c.wrong != nil {
			continue
		}
		if err := c.team.GoneBefore(c.number); err != nil {
			return c, err
		}
	}
	return nil, nil
}

// awaitOver waits, in a statement of a kind, until something is over or an image has failed.
func (e *Engine) awaitOver(kind uint32, over func() bool) error {
	return e.w.AwaitThat(context.Background(), kind,
		func() bool { return over() || e.w.AnyFailed() }, nil)
}
