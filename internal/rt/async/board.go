package async

import (
	"encoding/binary"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/plan"
	"github.com/coral-pgas/coral/internal/sys"
)

// Where images are mapped, members of small teams show what they have on their boards
// (rt.Team.Show), and all who need it read it there: no message, and no member has to run before
// another can go on than the one whose data it is. What is longer than a slot lies in a stage of
// its owner's slot, and is read while it is written.

// boardStep is where the steps begin of messages that stand for slots, where a board is full.
const boardStep = 1 << 15

// onBoard says whether the operation goes by boards; all members say the same.
func (c *Collective) onBoard() bool {
	return c.base == 0 && c.e.w.Mapped() && c.team.Size() <= layout.BoardMembers
}

// show shows the data, at most layout.BoardPayload bytes, in one part of the operation. to is the
// member that reads it, or rt.EveryMember.
func (c *Collective) show(part int, data []byte, to int) error {
	slot := layout.BoardSlot{Length: uint64(len(data))}
	copy(slot.Payload[:], data)
	return c.showSlot(part, &slot, to)
}

// showStage shows a stage.
func (c *Collective) showStage(part int, s *rt.Stage, to int) error {
	err := c.showSlot(part, &layout.BoardSlot{Length: uint64(len(s.Data)), Offset: s.Offset}, to)
	c.team.WakeReaders() // now, since the stage is filled next
	return err
}

// showSlot sends messages where some member is so far behind that the board is full: who shows
// something waits for nobody.
func (c *Collective) showSlot(part int, slot *layout.BoardSlot, to int) error {
	slot.Length |= c.statement.word
	slot.Place = c.statement.Place
	if c.team.MayShow(c.number) {
		if err := c.team.Show(c.number, part, slot); err != nil || part != 0 {
			return err
		}
		return c.compareNeighbours()
	}
	message := binary.NativeEndian.AppendUint64(nil, slot.Length)
	message = binary.NativeEndian.AppendUint64(message, slot.Offset)
	message = binary.NativeEndian.AppendUint64(message, slot.Place)
	if slot.Offset == 0 {
		message = append(message, slot.Payload[:slot.Length&layout.BoardLength]...)
	}
	for m := range c.team.Size() {
		if m == c.team.Rank() || to != rt.EveryMember && to != m {
			continue
		}
		if err := c.send(m, boardStep+uint32(part), message); err != nil {
			return err
		}
	}
	return nil
}

// stand shows what this member has begun, where it has nothing that others read.
func (c *Collective) stand() error {
	if c.team.MayShow(c.number) {
		return c.showSlot(0, &layout.BoardSlot{}, rt.EveryMember)
	}
	for _, m := range c.neighbours() {
		if m == c.team.Rank() {
			continue
		}
		if err := c.send(m, stepStands, nil); err != nil {
			return err
		}
	}
	return nil
}

// compareNeighbours compares the operation with those of two members, in which all are connected.
// Of two that differ the one that begins later sees it: two that take themselves for the root of a
// broadcast read nothing of each other. Where there is no root, all read what all show.
func (c *Collective) compareNeighbours() error {
	if c.statement.Root() == rt.EveryMember {
		return nil
	}
	sys.Barrier() // of two that show at a time one sees the other
	for _, m := range c.neighbours() {
		s := c.team.Look(m, c.number, 0)
		if s != nil && s.Length&maskWord != c.statement.word {
			return c.mismatch(m, OfWord(s.Length, s.Place))
		}
	}
	return nil
}

// neighbours are the members beside this one, where the first stands beside the last; both may be
// the same one.
func (c *Collective) neighbours() [2]int {
	size, me := c.team.Size(), c.team.Rank()
	return [2]int{(me + 1) % size, (me + size - 1) % size}
}

// look gives what a member shows in a part of the operation; nil: nothing yet. Once it has given
// it, it is not asked again.
func (c *Collective) look(member, part int) *layout.BoardSlot {
	if s := c.team.Look(member, c.number, part); s != nil || c.e.letters == 0 {
		return s
	}
	message, there := c.take(member, boardStep+uint32(part))
	if !there {
		return nil
	}
	slot := &layout.BoardSlot{Length: binary.NativeEndian.Uint64(message),
		Offset: binary.NativeEndian.Uint64(message[8:]),
		Place:  binary.NativeEndian.Uint64(message[16:])}
	copy(slot.Payload[:], message[24:])
	return slot
}

// reading is the reading of what one member shows in one part of an operation.
type reading struct {
	slot   *layout.BoardSlot // nil: not seen yet
	staged rt.Staged
	at     int // so many bytes are read
}

// open says whether there is something to read, which must have want bytes.
func (r *reading) open(c *Collective, member, part, want int) (bool, error) {
	if r.slot != nil {
		return true, nil
	}
	if r.slot = c.look(member, part); r.slot == nil {
		return false, nil
	}
	if r.slot.Length != c.statement.word|uint64(want) {
		return true, c.compare(member, r.slot.Length, r.slot.Place, want)
	}
	if r.slot.Offset != 0 {
		r.staged = c.e.w.StagedAt(c.team.Member(member), r.slot.Offset, want)
	}
	return true, nil
}

// copyTo copies what is ready, and says whether that was all. The last byte releases the stage.
func (r *reading) copyTo(c *Collective, buf []byte) bool {
	if r.slot.Offset == 0 {
		copy(buf, r.slot.Payload[:len(buf)])
		return true
	}
	for ready := r.staged.Ready(); r.at < ready; {
		r.at += copy(buf[r.at:], r.staged.Data[r.at:min(r.at+stageChunk, ready)])
		c.moved = true
	}
	if r.at < len(r.staged.Data) {
		return false
	}
	r.staged.Release()
	return true
}

// all says whether the whole of it may be read.
func (r *reading) all() bool { return r.slot.Offset == 0 || r.staged.Ready() == len(r.staged.Data) }

// due says whether there is more to read than at the last look. It only looks.
func (r *reading) due(c *Collective, member, part int) bool {
	if r.slot == nil {
		return c.team.Look(member, c.number, part) != nil
	}
	return r.slot.Offset != 0 && r.staged.Ready() > r.at
}

// watch gives the word that tells when the member shows it and, as far as it has been, when there
// is more of a stage.
func (r *reading) watch(c *Collective, member, part int) sys.Word {
	switch {
	case r.slot == nil:
		if word := c.team.Shows(member, c.number, part); word != nil {
			return sys.Word{At: word, Value: c.number}
		}
	case r.slot.Offset != 0:
		return r.staged.From(r.at + 1)
	}
	return sys.Never()
}

// stageChunk is how many bytes are staged before they may be read: few enough that they are in a
// cache then.
const stageChunk = 64 << 10

// fill puts data in a stage, and lets them be read bit by bit. A reader that was faster may sleep
// at the end of what there was.
func (c *Collective) fill(s *rt.Stage, data []byte) {
	for at := 0; at < len(data); {
		at += copy(s.Data[at:], data[at:min(at+stageChunk, len(data))])
		s.Publish(at)
	}
	c.team.WakeOthers()
}

// shownBarrier is over when all members have begun it: they say so by the count that they keep for
// each other anyway. Where statements compare what they are, it reads what each member shows: one
// that has begun another operation counts too.
type shownBarrier struct {
	next      int
	announced bool
	sent      *barrier // without boards
	reading            // of the next member
}

func (p *shownBarrier) step(c *Collective) (bool, error) {
	if !c.onBoard() {
		if p.sent == nil {
			p.sent = &barrier{}
		}
		return p.sent.step(c)
	}
	if c.e.w.Compares() {
		return p.compare(c)
	}
	if !p.announced {
		p.announced = true
		c.team.Announce()
	}
	for ; p.next < c.team.Size(); p.next++ {
		if !c.team.BegunBy(p.next, c.number) {
			return false, nil
		}
	}
	return true, nil
}

// compare is step where this image shows that the operation is a barrier.
func (p *shownBarrier) compare(c *Collective) (bool, error) {
	if !p.announced {
		p.announced = true
		if err := c.showSlot(0, &layout.BoardSlot{}, rt.EveryMember); err != nil {
			return false, err
		}
	}
	for ; p.next < c.team.Size(); p.next++ {
		if p.next != c.team.Rank() {
			if there, err := p.open(c, p.next, 0, 0); !there || err != nil {
				return false, err
			}
		}
		p.slot = nil
	}
	return true, nil
}

func (p *shownBarrier) due(c *Collective) bool {
	if p.sent == nil && c.e.w.Compares() {
		return p.next < c.team.Size() && p.next != c.team.Rank() && p.reading.due(c, p.next, 0)
	}
	return p.sent == nil && c.team.BegunBy(p.next, c.number)
}

func (p *shownBarrier) watch(c *Collective) sys.Word {
	if p.sent != nil || p.next >= c.team.Size() {
		return sys.Never()
	}
	if c.e.w.Compares() {
		return p.reading.watch(c, p.next, 0)
	}
	return sys.Word{At: c.team.Begins(p.next), Value: c.number}
}

// shownBroadcast: all read what the root shows.
type shownBroadcast struct {
	root   int
	buf    []byte
	sent   Pattern // without boards
	stands bool    // shown, where it is not the root
	reading
}

func (p *shownBroadcast) step(c *Collective) (bool, error) {
	if !c.onBoard() {
		if p.sent == nil {
			p.sent = &broadcast{root: p.root, buf: p.buf}
			if c.follows(len(p.buf), plan.Most) {
				p.sent = plannedBroadcast(p.root, p.buf)
			}
		}
		return p.sent.step(c)
	}
	if c.team.Rank() != p.root {
		if !p.stands {
			p.stands = true
			if err := c.stand(); err != nil {
				return false, err
			}
		}
		there, err := p.open(c, p.root, 0, len(p.buf))
		return there && err == nil && p.copyTo(c, p.buf), err
	}
	if c.team.Size() == 1 {
		return true, nil
	}
	if len(p.buf) <= layout.BoardPayload {
		return true, c.show(0, p.buf, rt.EveryMember)
	}
	s, err := c.e.w.NewStage(len(p.buf), c.team.Size()-1)
	if err != nil {
		return false, err
	}
	if err := c.showStage(0, s, rt.EveryMember); err != nil {
		return false, err
	}
	c.fill(s, p.buf)
	return true, nil
}

func (p *shownBroadcast) due(c *Collective) bool {
	return p.sent == nil &&
		p.reading.due(c, p.root, 0)
}

func (p *shownBroadcast) watch(c *Collective) sys.Word {
	if p.sent != nil {
		return sys.Never()
	}
	return p.reading.watch(c, p.root, 0)
}
