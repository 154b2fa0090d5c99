package async

import (
	"math/bits"
	"slices"

	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/plan"
)

// The trees are binomial. Ranks are counted from the root: the parent of a rank has its lowest bit
// cleared, so that the ranks below one, with it, are adjacent: as many as its lowest bit says, up
// to the end of the team.

// relative is a rank as counted from a root, and absolute the inverse.
func (c *Collective) relative(root int) int {
	return (c.team.Rank() - root + c.team.Size()) % c.team.Size()
}

func (c *Collective) absolute(relative, root int) int { return (relative + root) % c.team.Size() }

func parent(relative int) int { return relative & (relative - 1) }

// reach is how far from a rank its children may be, exclusively; a power of two.
func reach(relative, size int) int {
	if relative == 0 {
		return 1 << bits.Len(uint(size-1))
	}
	return relative & -relative
}

// below is how many ranks are below one, with it.
func below(relative, size int) int { return min(reach(relative, size), size-relative) }

// barrier is dissemination: in round r a member signals the one 2^r after it and hears of the one
// 2^r before it. It is split-phase, like everything here: what lies between two steps is the
// program's.
type barrier struct {
	byMessages
	round uint32
	sent  bool
}

// Barrier is over when all members have begun it.
func Barrier() Pattern { return &shownBarrier{} }

func (p *barrier) step(c *Collective) (bool, error) {
	size, rank := c.team.Size(), c.team.Rank()
	for ; 1<<p.round < size; p.round++ {
		distance := 1 << p.round
		if !p.sent {
			if err := c.send((rank+distance)%size, p.round, nil); err != nil {
				return false, err
			}
			p.sent = true
		}
		if _, here := c.take((rank-distance+size)%size, p.round); !here {
			return false, nil
		}
		p.sent = false
	}
	return true, nil
}

// broadcast goes down a tree.
type broadcast struct {
	byMessages
	root int
	buf  []byte
}

// Broadcast sets buf on all members to what it is on the root.
func Broadcast(root int, buf []byte) Pattern { return &shownBroadcast{root: root, buf: buf} }

func (p *broadcast) step(c *Collective) (bool, error) {
	me, size := c.relative(p.root), c.team.Size()
	if me != 0 {
		message, here := c.take(c.absolute(parent(me), p.root), 0)
		if !here {
			return false, nil
		}
		if err := c.checkLength(len(message), len(p.buf)); err != nil {
			return false, err
		}
		copy(p.buf, message)
	}
	for d := reach(me, size) / 2; d > 0; d /= 2 {
		if me+d < size {
			if err := c.send(c.absolute(me+d, p.root), 0, p.buf); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// gather goes up a tree.
type gather struct {
	byMessages
	root     int
	n        int
	have     []byte // blocks of this member and those below
	src, dst []byte
	distance int
}

// Gather sets dst on the root to src of all members, in their order.
func Gather(root int, dst, src []byte) Pattern {
	n := len(src)
	byLetters := func() Pattern {
		return &long{
			planned: planned{source: src, result: dst, length: n,
				plan: func(me, size int) plan.Plan {
					return plan.Gather(me, size, root, n)
				}},
			short:   &gather{root: root, n: n, src: src, dst: dst, distance: 1},
			message: n,
		}
	}
	return &shownBlocks{byLetters: byLetters, from: rt.EveryMember, to: root, dst: dst,
		src: src, block: n}
}

func (p *gather) step(c *Collective) (bool, error) {
	me, size := c.relative(p.root), c.team.Size()
	if p.distance == 1 {
		p.have = slices.Clone(p.src)
	}
	for ; p.distance < reach(me, size) && me+p.distance < size; p.distance *= 2 {
		child := me + p.distance
		message, here := c.take(c.absolute(child, p.root), 0)
		if !here {
			return false, nil
		}
		if err := c.checkLength(len(message), below(child, size)*p.n); err != nil {
			return false, err
		}
		p.have = append(p.have, message...)
	}
	if me != 0 {
		return true, c.send(c.absolute(parent(me), p.root), 0, p.have)
	}
	rotate(p.dst, p.have, p.root, p.n)
	return true, nil
}

// rotate sets dst to blocks of n bytes, of which the first is the member first's.
func rotate(dst, blocks []byte, first, n int) {
	at := copy(dst[first*n:], blocks)
	copy(dst, blocks[at:])
}

// scatter goes down a tree.
type scatter struct {
	byMessages
	root     int
	dst, src []byte
}

// Scatter sets dst on each member to its block of src of the root.
func Scatter(root int, dst, src []byte) Pattern {
	n := len(dst)
	byLetters := func() Pattern {
		return &long{
			planned: planned{source: src, result: dst, length: n,
				plan: func(me, size int) plan.Plan {
					return plan.Scatter(me, size, root, n)
				}},
			short:   &scatter{root: root, dst: dst, src: src},
			message: n,
		}
	}
	return &shownBlocks{byLetters: byLetters, from: root, to: rt.EveryMember, dst: dst,
		src: src, block: n, each: true}
}

func (p *scatter) step(c *Collective) (bool, error) {
	me, size, n := c.relative(p.root), c.team.Size(), len(p.dst)
	var blocks []byte
	if me == 0 {
		blocks = slices.Concat(p.src[p.root*n:], p.src[:p.root*n])
	} else {
		var here bool
		if blocks, here = c.take(c.absolute(parent(me), p.root), 0); !here {
			return false, nil
		}
		if err := c.checkLength(len(blocks), below(me, size)*n); err != nil {
			return false, err
		}
	}
	copy(p.dst, blocks)
	for d := reach(me, size) / 2; d > 0; d /= 2 {
		if child := me + d; child < size {
			if err := c.send(c.absolute(child, p.root), 0,
				blocks[d*n:(d+below(child, size))*n]); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// allGather is Bruck's: in round r a member sends all that it has, up to what lacks, to the one 2^r
// before it.
type allGather struct {
	byMessages
	n     int
	have  []byte
	src   []byte
	dst   []byte
	round uint32
	sent  bool
}

// AllGather sets dst on all members to src of all, in their order.
func AllGather(dst, src []byte) Pattern {
	n := len(src)
	byLetters := func() Pattern {
		return &long{
			planned: planned{source: src, result: dst, length: n,
				plan: func(me, size int) plan.Plan {
					return plan.AllGather(me, size, n)
				}},
			short:   &allGather{n: n, src: src, dst: dst},
			message: n,
		}
	}
	return &shownBlocks{byLetters: byLetters, from: rt.EveryMember, to: rt.EveryMember,
		dst: dst, src: src, block: n}
}

func (p *allGather) step(c *Collective) (bool, error) {
	size, rank := c.team.Size(), c.team.Rank()
	if p.have == nil {
		p.have = slices.Clone(p.src)
	}
	for ; 1<<p.round < size; p.round++ {
		distance := 1 << p.round
		length := min(distance, size-distance) * p.n
		if !p.sent {
			if err := c.send((rank-distance+size)%size, p.round, p.have[:length]); err != nil {
				return false, err
			}
			p.sent = true
		}
		message, here := c.take((rank+distance)%size, p.round)
		if !here {
			return false, nil
		}
		if err := c.checkLength(len(message), length); err != nil {
			return false, err
		}
		p.have = append(p.have, message...)
		p.sent = false
	}
	rotate(p.dst, p.have, rank, p.n)
	return true, nil
}

// exchange sends every member its own block, which may be of any length.
type exchange struct {
	byMessages
	out, in [][]byte
	equal   bool
	sent    bool
	next    int // the member from which a block is taken next, counted from this one
}

// Exchange sends out[m] to member m, and sets in[m] to what that has sent.
func Exchange(in, out [][]byte) Pattern { return &exchange{out: out, in: in} }

// AllToAll sends block m of src to member m, and sets block m of dst to what that has sent. The
// lengths are multiples of the team's size.
func AllToAll(members int, dst, src []byte) Pattern {
	n := len(src) / members
	byLetters := func() Pattern {
		p := &exchange{out: make([][]byte, members), in: make([][]byte, members), equal: true}
		for m := range members {
			p.out[m], p.in[m] = src[m*n:(m+1)*n], dst[m*n:(m+1)*n]
		}
		return &long{
			planned: planned{source: src, result: dst, length: n,
				plan: func(me, size int) plan.Plan {
					return plan.AllToAll(me, size, n)
				}},
			short:   p,
			message: n,
		}
	}
	return &shownBlocks{byLetters: byLetters, from: rt.EveryMember, to: rt.EveryMember,
		dst: dst, src: src, block: n, each: true}
}

func (p *exchange) step(c *Collective) (bool, error) {
	size, rank := c.team.Size(), c.team.Rank()
	for d := 1; d < size && !p.sent; d++ {
		to := (rank + d) % size
		if err := c.send(to, 0, p.out[to]); err != nil {
			return false, err
		}
	}
	if !p.sent {
		p.sent = true
		p.next = 1
		if err := p.store(c, rank, p.out[rank]); err != nil {
			return false, err
		}
	}
	for ; p.next < size; p.next++ {
		from := (rank - p.next + size) % size
		message, here := c.take(from, 0)
		if !here {
			return false, nil
		}
		if err := p.store(c, from, message); err != nil {
			return false, err
		}
	}
	return true, nil
}

// store takes a member's block.
func (p *exchange) store(c *Collective, from int, block []byte) error {
	if !p.equal {
		p.in[from] = block
		return nil
	}
	if err := c.checkLength(len(block), len(p.in[from])); err != nil {
		return err
	}
	copy(p.in[from], block)
	return nil
}

// pieces sends blocks of any length to some members and takes those of others.
type pieces struct {
	byMessages
	out    map[int][]byte
	from   []int
	arrive func(member int, block []byte) error
	sent   bool
}

// Pieces sends out[m] to each member m that has an entry, and calls arrive with the blocks of the
// members in from, in this order.
func Pieces(out map[int][]byte, from []int, arrive func(member int, block []byte) error) Pattern {
	return &pieces{out: out, from: from, arrive: arrive}
}

func (p *pieces) step(c *Collective) (bool, error) {
	size, rank := c.team.Size(), c.team.Rank()
	for d := 1; d < size && !p.sent; d++ {
		to := (rank + d) % size
		if block, is := p.out[to]; is {
			if err := c.send(to, 0, block); err != nil {
				return false, err
			}
		}
	}
	p.sent = true
	for ; len(p.from) > 0; p.from = p.from[1:] {
		member := p.from[0]
		block := p.out[rank]
		if member != rank {
			var here bool
			if block, here = c.take(member, 0); !here {
				return false, nil
			}
		}
		if err := p.arrive(member, block); err != nil {
			return false, err
		}
	}
	return true, nil
}

// failure is a pattern that ends its operation by an error.
type failure struct {
	byMessages
	err error
}

// Failure ends the operation by an error.
func Failure(err error) Pattern { return failure{err: err} }

func (p failure) step(*Collective) (bool, error) { return false, p.err }
