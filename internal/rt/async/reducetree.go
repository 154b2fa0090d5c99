package async

import (
	"slices"

	"github.com/coral-pgas/coral/internal/rt"
)

// byTree is the reduction by messages.
func (p *reduction) byTree(c *Collective) Pattern {
	acc := slices.Clone(p.Src)
	t := &treeReduction{up: reduceTree{root: p.collector(), acc: acc, combine: p.Combine,
		distance: 1}, all: p.Root == rt.EveryMember}
	if p.wanted(c) {
		t.dst = p.Dst
	}
	t.down = broadcast{root: 0, buf: acc}
	return t
}

// treeReduction is up the tree and, if all want the result, down again.
type treeReduction struct {
	byMessages
	up     reduceTree
	down   broadcast
	all    bool
	isDown bool
	dst    []byte
}

func (p *treeReduction) step(c *Collective) (bool, error) {
	if !p.isDown {
		if over, err := p.up.step(c); !over || err != nil {
			return false, err
		}
		p.isDown = true
	}
	if p.all {
		if over, err := p.down.step(c); !over || err != nil {
			return false, err
		}
	}
	copy(p.dst, p.up.acc)
	return true, nil
}

// reduceTree goes up the tree of member 0, whatever the root is, so that what is combined is always
// adjacent, in the members' order: the operation need not be commutative.
type reduceTree struct {
	root     int
	acc      []byte
	combine  func(a, b []byte)
	distance int // of the next child
	sent     bool
}

func (p *reduceTree) step(c *Collective) (bool, error) {
	me, size := c.team.Rank(), c.team.Size()
	for ; p.distance < reach(me, size) && me+p.distance < size; p.distance *= 2 {
		message, here := c.take(me+p.distance, 0)
		if !here {
			return false, nil
		}
		if err := c.checkLength(len(message), len(p.acc)); err != nil {
			return false, err
		}
		p.combine(p.acc, message)
	}
	if !p.sent {
		p.sent = true
		to, step := parent(me), uint32(0)
		if me == 0 {
			to, step = p.root, 1
		}
		if to != me {
			if err := c.send(to, step, p.acc); err != nil {
				return false, err
			}
		}
	}
	if me != p.root || me == 0 {
		return true, nil
	}
	message, here := c.take(0, 1)
	copy(p.acc, message)
	return here, nil
}
