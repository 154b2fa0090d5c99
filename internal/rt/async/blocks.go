package async

import (
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/sys"
)

// shownBlocks is gather, scatter, allgather and alltoall where members have boards: each member
// that has data shows them once, and those who are to have a block of it read it there.
type shownBlocks struct {
	byLetters func() Pattern // without boards
	from, to  int            // the member that shows data, and that reads them; rt.EveryMember
	dst, src  []byte
	block     int  // bytes
	each      bool // who shows data shows a block for each member, not one for all

	sent  Pattern // what byLetters gives
	begun bool
	total int // bytes that each member shows
	next  int // the member whose block is read next
	reading
}

// noStage is the offset of data for which there is no memory where others could read them: letters
// have them. No stage begins there.
const noStage = 1

func (p *shownBlocks) step(c *Collective) (bool, error) {
	if !c.onBoard() {
		if p.sent == nil {
			p.sent = p.byLetters()
		}
		return p.sent.step(c)
	}
	if !p.begun {
		p.begun = true
		if err := p.begin(c); err != nil {
			return false, err
		}
	}
	for ; p.next < c.team.Size(); p.next++ {
		if !p.readsFrom(c, p.next) {
			continue
		}
		there, err := p.open(c, p.next, 0, p.total)
		if !there || err != nil || !p.take(c) {
			return false, err
		}
		p.reading = reading{}
	}
	return true, nil
}

// begin shows what this member has for others, and takes its own block.
func (p *shownBlocks) begin(c *Collective) error {
	me := c.team.Rank()
	p.total = p.block
	if p.each {
		p.total *= c.team.Size()
	}
	if !among(me, p.from) {
		return c.stand()
	}
	if err := p.show(c); err != nil {
		return err
	}
	if among(me, p.to) {
		copy(p.blockOf(me), p.part(p.src, me))
	}
	return nil
}

// among says whether a member is the one, or all are meant.
func among(member, one int) bool { return one == rt.EveryMember || one == member }

// readsFrom says whether this member reads what another one shows.
func (p *shownBlocks) readsFrom(c *Collective, member int) bool {
	return member != c.team.Rank() && among(c.team.Rank(), p.to) && among(member, p.from)
}

// show shows what fits into a slot there, and else a stage.
func (p *shownBlocks) show(c *Collective) error {
	readers := c.team.Size() - 1
	switch {
	case readers == 0:
		return nil
	case p.to == c.team.Rank():
		return c.stand()
	case p.total <= layout.BoardPayload:
		return c.show(0, p.src[:p.total], p.to)
	case p.to != rt.EveryMember:
		readers = 1
	}
	s, err := c.e.w.NewStage(p.total, readers)
	if err != nil {
		return p.send(c)
	}
	if err := c.showStage(0, s, p.to); err != nil {
		return err
	}
	c.fill(s, p.src[:p.total])
	return nil
}

// send sends each reader its block.
func (p *shownBlocks) send(c *Collective) error {
	slot := layout.BoardSlot{Length: uint64(p.total), Offset: noStage}
	if err := c.showSlot(0, &slot, p.to); err != nil {
		return err
	}
	for m := range c.team.Size() {
		if m == c.team.Rank() || !among(m, p.to) {
			continue
		}
		if err := c.send(m, 0, p.part(p.src, m)); err != nil {
			return err
		}
	}
	return nil
}

// part is a member's block of what one shows.
func (p *shownBlocks) part(data []byte, member int) []byte {
	if !p.each {
		return data
	}
	return data[member*p.block : (member+1)*p.block]
}

// blockOf is where the block belongs that a member shows.
func (p *shownBlocks) blockOf(member int) []byte {
	if p.from != rt.EveryMember {
		return p.dst
	}
	return p.dst[member*p.block : (member+1)*p.block]
}

// take takes this member's block of what the next member shows; false: it is not there yet.
func (p *shownBlocks) take(c *Collective) bool {
	me, into := c.team.Rank(), p.blockOf(p.next)
	switch p.slot.Offset {
	case 0:
		copy(into, p.part(p.slot.Payload[:p.total], me))
	case noStage:
		block, here := c.take(p.next, 0)
		if !here {
			return false
		}
		copy(into, block)
	default:
		if p.staged.Ready() < p.reach(c) {
			return false
		}
		copy(into, p.part(p.staged.Data, me))
		p.staged.Release()
	}
	c.moved = true
	return true
}

// reach is up to which byte of what is shown this member reads.
func (p *shownBlocks) reach(c *Collective) int {
	if !p.each {
		return p.total
	}
	return (c.team.Rank() + 1) * p.block
}

func (p *shownBlocks) due(c *Collective) bool {
	switch member := p.reads(c); {
	case member < 0:
		return true
	case p.slot == nil:
		return c.team.Look(member, c.number, 0) != nil
	}
	return p.slot.Offset > noStage && p.staged.Ready() >= p.reach(c)
}

func (p *shownBlocks) watch(c *Collective) sys.Word {
	member := p.reads(c)
	switch {
	case member < 0:
	case p.slot == nil:
		return p.reading.watch(c, member, 0)
	case p.slot.Offset > noStage:
		return p.staged.From(p.reach(c))
	}
	return sys.Never()
}

// reads is the member whose data this one reads next; -1: it reads no more.
func (p *shownBlocks) reads(c *Collective) int {
	for m := p.next; m < c.team.Size(); m++ {
		if p.readsFrom(c, m) {
			return m
		}
	}
	return -1
}
