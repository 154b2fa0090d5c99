package async

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
)

// waitFinish is the wait of a finish block, for reports.
const waitFinish = layout.WaitFinish

// Errors of this package, for errors.Is.
var (
	// ErrFunction: images have not registered the same functions in the same order.
	ErrFunction = errors.New("images have registered different functions")
	errNoEvent  = errors.New("the predicate is no event of this image")
)

// Function is a function that other images of its team may ship here.
type Function struct {
	e     *Engine
	name  string
	team  *rt.Team
	index uint32
	hash  uint32
	// run executes it with the arguments of a message, and gives the bytes of its result.
	run func(source int, args []byte) (result []byte, err error)
}

// Register makes the next function of a team. All members register the same ones in the same order;
// hash, of names and types, tells whether they do.
func (e *Engine) Register(team *rt.Team, name string, hash uint32,
	run func(source int, args []byte) ([]byte, error)) *Function {
	id := team.Control()
	f := &Function{e, name, team, uint32(len(e.functions[id])), hash, run}
	e.functions[id] = append(e.functions[id], f)
	early := e.unknown
	e.unknown = nil
	if len(early) > 0 {
		e.w.NoteUnknown(false)
		e.mu.Lock()
		later := e.inbox
		e.inbox = inbox{}
		for _, m := range append(early, later.messages...) {
			e.inbox.put(&m)
		}
		e.mu.Unlock()
		e.due.Add(int64(len(early)))
	}
	return f
}

// anywhere is the number of the function of compiled programs, which is that of every team: its
// arguments say which procedure is meant.
const anywhere = layout.ShipProcedure

// Compiled gives the function by which a compiled program's procedures are shipped to members of a
// team. run is the same for all teams.
func (e *Engine) Compiled(team *rt.Team) *Function {
	f := e.compiled[team.Control()]
	if f == nil {
		run := func(_ int, args []byte) ([]byte, error) { return e.options.Run(team, args) }
		f = &Function{e, "of the program", team, anywhere, 0, run}
		e.compiled[team.Control()] = f
	}
	return f
}

// teamOf is the team with a TeamControl.
func (e *Engine) teamOf(control uint64) *rt.Team {
	for id := 0; ; id++ {
		if t := e.w.TeamByID(id); t.Control() == control {
			return t
		}
	}
}

// function is that of a message; nil: it is not registered yet.
func (e *Engine) function(team uint64, index int) *Function {
	if index == anywhere {
		if f := e.compiled[team]; f != nil {
			return f
		}
		return e.Compiled(e.teamOf(team))
	}
	if known := e.functions[team]; index < len(known) {
		return known[index]
	}
	return nil
}

// Place is where a result goes.
type Place struct {
	Rank   int // -1: nowhere
	Offset uint64
}

// A shipped function is a message with the words
//
//	0: kind, flags<<8, index<<16, hash<<32
//	1: team of the function
//	2: team of the finish block, 0: none
//	3: number of the block<<32 | round, or, without one, the activation that ships it
//
// and the payload: place of the result, event, as far as flags say so, then the arguments.
const (
	flagResult = layout.ShipResult
	flagEvent  = layout.ShipEvent
	flagParcel = layout.ShipParcel
)

// packed is a place in one word: with the arguments of a small function it is to fit into the first
// cache line of a message. Slots are shorter than 2**44 bytes, since all of a run lie in one
// address space.
func packed(rank int, offset uint64) uint64 { return uint64(rank)<<layout.ShipPlaceOffset | offset }
func unpacked(word uint64) (rank int, offset uint64) {
	return int(word >> layout.ShipPlaceOffset), word & (1<<layout.ShipPlaceOffset - 1)
}

// Ship has a member of the function's team execute it.
func (f *Function) Ship(member int, args []byte, result Place, after Event) error {
	e := f.e
	if uint(member) >= uint(f.team.Size()) {
		return fmt.Errorf("%w: image %d of a team of %d", rt.ErrImageRange, member+1, f.team.Size())
	}
	rank := f.team.Member(member)
	owner := e.account(after, 0)
	words := [4]uint64{kindShip | uint64(f.index)<<16 | uint64(f.hash)<<32, f.team.Control()}
	if s := owner.scope; s != nil {
		if _, member := s.teamOr(e).MemberOf(rank); !member {
			return fmt.Errorf("%w: image %d is not in the team of the finish block", rt.ErrTeam,
				rank+1)
		}
		words[2], words[3] = s.key.team, uint64(s.key.number)<<32|uint64(s.round)
	} else {
		words[3] = e.identify(owner.act)
	}
	message := e.outgoing[:0]
	if result.Rank >= 0 {
		words[0] |= flagResult << 8
		message = binary.NativeEndian.AppendUint64(message, packed(result.Rank, result.Offset))
	}
	if after.there() {
		after = e.far(after)
		words[0] |= flagEvent << 8
		message = binary.NativeEndian.AppendUint64(message, packed(after.Rank, after.Offset))
	}
	message = append(message, args...)
	e.outgoing = message
	// What this image has written before is seen by the function.
	if err := e.w.SyncMemory(); err != nil {
		return err
	}
	if err := e.dispatch(rank, &words, message, after.there()); err != nil {
		return err
	}
	// Who ships much gets much, and does not wait: its mailbox must not fill, or the conduit's
	// helper comes to empty it, in this very place.
	if !e.advancing && e.c.Pending() {
		e.c.PollTo(handleWhole, e.onOwn)
	}
	if owner.scope != nil {
		owner.scope.sent++
	} else {
		owner.act.open++
	}
	return nil
}

// teamOr is the team of a block, which a shipped function may know before its image has entered the
// block.
func (s *Scope) teamOr(e *Engine) *rt.Team {
	if s.team == nil {
		s.team = e.teamOf(s.key.team)
	}
	return s.team
}

// identify is the number by which other images name an activation of this one.
func (e *Engine) identify(act *activation) uint64 {
	if act != e.program && act.id == 0 {
		e.lastID++
		act.id = e.lastID
		e.waiting[act.id] = act
	}
	return act.id
}

// arrive executes a function that has come.
func (e *Engine) arrive(m *incoming) {
	index, hash := int(m.words[0]>>16&0xffff), uint32(m.words[0]>>32)
	f := e.function(m.words[1], index)
	if f == nil && e.ended {
		e.neverRegistered(m, "the program has ended here with")
		return
	}
	if f == nil && e.leaves(m) {
		e.notInBlock(m)
		return
	}
	if f == nil {
		e.unknown = append(e.unknown, incoming{m.source, m.words, slices.Clone(m.payload)})
		e.w.NoteUnknown(true)
		return
	}
	if f.hash != hash {
		e.fail(fmt.Errorf("%w: number %d is %q here and another on image %d", ErrFunction, index+1,
			f.name, m.source+1))
		return
	}
	act := e.spare
	if e.spare = nil; act == nil {
		act = &activation{}
	}
	*act = activation{source: m.source}
	if m.words[2] != 0 {
		act.scope = e.scope(scopeKey{m.words[2], uint32(m.words[3] >> 32)})
	} else {
		act.parent = m.words[3]
	}
	if err := e.execute(f, act, m); err != nil {
		e.fail(explainf(f, m.source, err))
	}
	if act.open == 0 && act.id == 0 {
		e.spare = act
	}
}

// neverRegistered ends the run because of a function that has come and that this image cannot
// register any more.
func (e *Engine) neverRegistered(m *incoming, where string) {
	index := int(m.words[0] >> 16 & 0xffff)
	e.fail(fmt.Errorf("%w: image %d has shipped number %d, and %s %d",
		ErrFunction, m.source+1, index+1, where, len(e.functions[m.words[1]])))
}

// leaves tells whether a function was shipped in a finish block whose end this image waits for: it
// registers nothing before that end comes.
func (e *Engine) leaves(m *incoming) bool {
	s := e.scopes[scopeKey{m.words[2], uint32(m.words[3] >> 32)}]
	return m.words[2] != 0 && s != nil && s.leaving
}

// notInBlock ends the run because of a function that this image has not registered at the end of
// the block in which it was shipped.
func (e *Engine) notInBlock(m *incoming) {
	e.neverRegistered(m, "this image has come to the end of the Finish around that with")
}

// execute runs a function, stores its result, and says that it is over.
func (e *Engine) execute(f *Function, act *activation, m *incoming) error {
	flags, args := m.words[0]>>8&0xff, m.payload
	result, after := Place{Rank: -1}, None
	if flags&flagResult != 0 {
		result.Rank, result.Offset = unpacked(binary.NativeEndian.Uint64(args))
		args = args[8:]
	}
	if flags&flagEvent != 0 {
		after.Rank, after.Offset = unpacked(binary.NativeEndian.Uint64(args))
		args = args[8:]
	}
	if flags&flagParcel != 0 {
		var err error
		if args, err = e.parcel(unpacked(binary.NativeEndian.Uint64(args))); err != nil {
			return err
		}
	}
	value, err := e.call(f, act, m.source, args)
	if err != nil {
		return err
	}
	if result.Rank == m.source && act.scope != nil && !after.there() && !e.w.Shows() {
		if err := e.giveResult(act.scope, result, value); err != nil {
			return err
		}
	} else if result.Rank >= 0 {
		if err := e.w.Put(result.Rank, result.Offset, value); err != nil {
			return err
		}
	}
	if act.scope != nil || !e.fences(after) { // the block promises that its puts are complete
		if err := e.w.SyncMemory(); err != nil {
			return err
		}
	}
	if err := e.post(after); err != nil {
		return err
	}
	act.over = true
	if s := act.scope; s != nil {
		s.executed(uint32(m.words[3]))
	} else if act.open == 0 {
		e.settle(act)
	}
	return nil
}

// giveResult sends the result of a function of a finish block to the image that has shipped it. It
// counts like a function: a put would have to be complete before this image takes part in the next
// round, which takes an answer.
func (e *Engine) giveResult(s *Scope, to Place, value []byte) error {
	words := [4]uint64{kindResult, to.Offset, s.key.team,
		uint64(s.key.number)<<32 | uint64(s.round)}
	if err := e.w.Explain(to.Rank, e.send(to.Rank, &words, value)); err != nil {
		return err
	}
	s.sent++
	return nil
}

// resulted stores a result.
func (e *Engine) resulted(m *incoming) {
	if err := e.w.Put(e.w.Rank(), m.words[1], m.payload); err != nil {
		e.fail(err)
	}
	e.scope(scopeKey{m.words[2], uint32(m.words[3] >> 32)}).executed(uint32(m.words[3]))
}

// parcel takes the arguments that a compiled program has left in its own memory, which is mapped,
// and gives that memory back (layout.Parcel).
func (e *Engine) parcel(rank int, offset uint64) ([]byte, error) {
	var head [layout.ParcelHead]byte
	if err := e.w.Get(rank, offset, head[:]); err != nil {
		return nil, err
	}
	args := make([]byte, binary.NativeEndian.Uint64(head[layout.ParcelLength:]))
	if err := e.w.Get(rank, offset+uint64(len(head)), args); err != nil {
		return nil, err
	}
	return args, e.w.Store(rank, offset+layout.ParcelBusy, 4, 0)
}

// call runs the program's code: as the team's, and unable to wait. That it is able again receiveAll
// says, when what counts on this image's answer is done.
func (e *Engine) call(f *Function, act *activation, source int, args []byte) ([]byte, error) {
	before, team := e.running, e.w.Current()
	e.running = act
	if !e.shipped {
		e.shipped = true
		e.w.EnterShipped()
	}
	e.w.Enter(f.team)
	result, err := f.run(source, args)
	e.w.Enter(team)
	e.running = before
	return result, err
}
