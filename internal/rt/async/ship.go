package async

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
)

// waitFinish is the wait of a finish block, for reports.
const waitFinish = layout.WaitColl

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

// Register makes the next function of a team. All members register the same ones in the same order; hash, of names and types, tells whether they do.
func (e *Engine) Register(team *rt.Team, name string, hash uint32, run func(source int, args []byte) ([]byte, error)) *Function {
	id := team.Control()
	f := &Function{e, name, team, uint32(len(e.functions[id])), hash, run}
	e.functions[id] = append(e.functions[id], f)
	early := e.unknown
	e.unknown = nil
	e.mu.Lock()
	e.inbox = append(early, e.inbox...)
	e.mu.Unlock()
	e.due.Add(int64(len(early)))
	return f
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
	flagResult = 1 << iota
	flagEvent
)

// Ship has a member of the function's team execute it.
func (f *Function) Ship(member int, args []byte, result Place, after Event) error {
	e := f.e
	if uint(member) >= uint(f.team.Size()) {
		return fmt.Errorf("%w: image %d of a team of %d", rt.ErrImageRange, member+1, f.team.Size())
	}
	rank := f.team.Member(member)
	owner := e.account(after)
	words := [4]uint64{kindShip | uint64(f.index)<<16 | uint64(f.hash)<<32, f.team.Control()}
	if s := owner.scope; s != nil {
		if _, member := s.teamOr(e).MemberOf(rank); !member {
			return fmt.Errorf("%w: image %d is not in the team of the finish block", rt.ErrTeam, rank+1)
		}
		words[2], words[3] = s.key.team, uint64(s.key.number)<<32|uint64(s.round)
	} else {
		words[3] = e.identify(owner.act)
	}
	var head []byte
	if result.Rank >= 0 {
		words[0] |= flagResult << 8
		head = binary.NativeEndian.AppendUint64(head, uint64(result.Rank))
		head = binary.NativeEndian.AppendUint64(head, result.Offset)
	}
	if after.there() {
		words[0] |= flagEvent << 8
		head = binary.NativeEndian.AppendUint64(head, uint64(after.Rank))
		head = binary.NativeEndian.AppendUint64(head, after.Offset)
	}
	if head != nil {
		args = append(head, args...)
	}
	// What this image has written before is seen by the function.
	if err := e.w.SyncMemory(); err != nil {
		return err
	}
	if err := e.dispatch(rank, words, args, after.there()); err != nil {
		return err
	}
	if owner.scope != nil {
		owner.scope.sent++
	} else {
		owner.act.open++
	}
	return nil
}

// teamOr is the team of a block, which a shipped function may know before its image has entered the block.
func (s *Scope) teamOr(e *Engine) *rt.Team {
	if s.team == nil {
		for id := 0; ; id++ {
			if t := e.w.TeamByID(id); t.Control() == s.key.team {
				s.team = t
				break
			}
		}
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
	known := e.functions[m.words[1]]
	if index >= len(known) {
		e.unknown = append(e.unknown, *m)
		return
	}
	f := known[index]
	if f.hash != hash {
		e.fail(fmt.Errorf("%w: number %d is %q here and another on image %d", ErrFunction, index+1, f.name, m.source+1))
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

// execute runs a function, stores its result, and says that it is over.
func (e *Engine) execute(f *Function, act *activation, m *incoming) error {
	flags, args := m.words[0]>>8&0xff, m.payload
	result, after := Place{Rank: -1}, None
	if flags&flagResult != 0 {
		result = Place{int(binary.NativeEndian.Uint64(args)), binary.NativeEndian.Uint64(args[8:])}
		args = args[16:]
	}
	if flags&flagEvent != 0 {
		after = Event{Rank: int(binary.NativeEndian.Uint64(args)), Offset: binary.NativeEndian.Uint64(args[8:])}
		args = args[16:]
	}
	value, err := e.call(f, act, m.source, args)
	if err != nil {
		return err
	}
	if result.Rank >= 0 {
		if err := e.w.Put(result.Rank, result.Offset, value); err != nil {
			return err
		}
	}
	if err := e.w.SyncMemory(); err != nil {
		return err
	}
	if err := e.post(after); err != nil {
		return err
	}
	act.over = true
	if s := act.scope; s != nil {
		s.executed(uint32(m.words[3]))
		e.acknowledge(act.source, s.key, 0)
	} else if act.open == 0 {
		e.settle(act)
	}
	return nil
}

// call runs the program's code: as the team's, and unable to wait.
func (e *Engine) call(f *Function, act *activation, source int, args []byte) ([]byte, error) {
	before, team := e.running, e.w.Current()
	e.running = act
	e.w.EnterShipped()
	defer func() {
		e.w.LeaveShipped()
		e.w.Enter(team)
		e.running = before
	}()
	e.w.Enter(f.team)
	return f.run(source, args)
}
