package async

import (
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/plan"
	"github.com/coral-pgas/coral/internal/sys"
)

// Reduction is what a reduction combines: Src of all members, in their order, into Dst of the
// member Root (not used on the others), or of all if Root is rt.EveryMember. Combine sets each
// element, of Elem bytes, of a to a op b. Dst may be Src.
type Reduction struct {
	Root     int
	Elem     int
	Dst, Src []byte
	Combine  func(a, b []byte)
}

// Reduce is the reduction, with the same result for all, bit for bit.
func Reduce(r Reduction) Pattern { return &reduction{Reduction: r} }

// reduction is one of what slots carry, and chooses for others how they are done.
type reduction struct {
	Reduction
	how    Pattern // of others
	acc    [layout.BoardPayload]byte
	own    [layout.BoardPayload]byte // what this member shows
	begun  bool
	reader bool // of what all show; else of the result, if it is wanted here
	next   int  // the member whose part is combined next
	reading
}

// reset makes it as new, but for what it combines in.
func (p *reduction) reset() {
	p.Reduction, p.how, p.reading = Reduction{}, nil, reading{}
	p.begun, p.reader, p.next = false, false, 0
}

func (p *reduction) step(c *Collective) (bool, error) {
	if !p.begun {
		p.begun = true
		switch {
		case c.team.Size() == 1:
			copy(p.Dst, p.Src)
			return true, nil
		case c.follows(len(p.Src), plan.Most):
			p.how = plannedReduction(p.Reduction)
		case !c.onBoard():
			p.how = p.byTree(c)
		case len(p.Src) > layout.BoardPayload:
			p.how = &stagedReduction{Reduction: p.Reduction}
		default:
			if err := p.showPart(c); err != nil {
				return false, err
			}
		}
	}
	switch {
	case p.how != nil:
		return p.how.step(c)
	case p.reader:
		return p.stepReader(c)
	}
	return p.stepResult(c)
}

func (p *reduction) due(c *Collective) bool {
	switch {
	case p.how != nil:
		return p.how.due(c)
	case p.reader:
		return p.reading.due(c, p.next, 0)
	}
	return p.reading.due(c, p.collector(), 1)
}

func (p *reduction) watch(c *Collective) sys.Word {
	switch {
	case p.how != nil:
		if how, ok := p.how.(watcher); ok {
			return how.watch(c)
		}
		return sys.Never()
	case p.reader:
		return p.reading.watch(c, p.next, 0)
	}
	return p.reading.watch(c, p.collector(), 1)
}

// collector is the member that reads what all others show.
func (r *Reduction) collector() int { return max(r.Root, 0) }

// wanted says whether this member is to have the result.
func (r *Reduction) wanted(c *Collective) bool {
	return r.Root == rt.EveryMember || r.Root == c.team.Rank()
}

// showPart shows this member's part to those who read it.
func (p *reduction) showPart(c *Collective) error {
	to := p.collector()
	if p.Root == rt.EveryMember && c.team.Size() <= layout.BoardReaders {
		to = rt.EveryMember
	}
	p.reader = to == rt.EveryMember || to == c.team.Rank()
	copy(p.own[:], p.Src)
	return c.show(0, p.Src, to)
}

// stepReader combines what all show. Its own part it has from when it was shown, too: members that
// have read the others' parts go on, and what they ship here may change the source.
func (p *reduction) stepReader(c *Collective) (bool, error) {
	n := len(p.Src)
	for ; p.next < c.team.Size(); p.next++ {
		part := p.own[:n]
		if p.next != c.team.Rank() {
			there, err := p.open(c, p.next, 0, n)
			if !there || err != nil {
				return false, err
			}
			part = p.slot.Payload[:n]
		}
		if p.next == 0 {
			copy(p.acc[:], part)
		} else {
			p.Combine(p.acc[:n], part)
		}
		p.reading = reading{}
	}
	if p.wanted(c) {
		copy(p.Dst, p.acc[:n])
	}
	if p.Root == rt.EveryMember && c.team.Size() > layout.BoardReaders {
		return true, c.show(1, p.acc[:n], rt.EveryMember)
	}
	return true, nil
}

// stepResult is the part of a member that leaves the work to the collector.
func (p *reduction) stepResult(c *Collective) (bool, error) {
	if !p.wanted(c) {
		return true, nil
	}
	there, err := p.open(c, p.collector(), 1, len(p.Src))
	return there && err == nil && p.copyTo(c, p.Dst), err
}

// stagedReduction: each member combines one part of it over all members, and those who want the
// result read the parts.
type stagedReduction struct {
	Reduction
	inputs  []reading // of the other members, by member
	results []reading
	next    int
	phase   uint8
}

// Phases of a stagedReduction.
const (
	phaseStage = iota
	phaseInputs
	phaseCombine
	phaseResults
	phaseOver
)

func (p *stagedReduction) step(c *Collective) (bool, error) {
	for phase := p.phase; p.phase < phaseOver; phase = p.phase {
		var err error
		switch phase {
		case phaseStage:
			err = p.stage(c)
		case phaseInputs:
			err = p.waitForInputs(c)
		case phaseCombine:
			err = p.combineShare(c)
		case phaseResults:
			err = p.readResults(c)
		}
		if err != nil || p.phase == phase {
			return false, err
		}
	}
	return true, nil
}

// share is the part of the data that a member combines.
func (p *stagedReduction) share(c *Collective, member int) (lo, hi int) {
	elements, size := len(p.Src)/p.Elem, c.team.Size()
	return member * elements / size * p.Elem, (member + 1) * elements / size * p.Elem
}

// stage shows what the others combine.
func (p *stagedReduction) stage(c *Collective) error {
	size := c.team.Size()
	s, err := c.e.w.NewStage(len(p.Src), size-1)
	if err != nil {
		return err
	}
	if err := c.showStage(0, s, rt.EveryMember); err != nil {
		return err
	}
	lo, hi := p.share(c, c.team.Rank())
	copy(s.Data[:lo], p.Src[:lo])
	copy(s.Data[hi:], p.Src[hi:])
	s.Publish(len(p.Src))
	c.team.WakeOthers() // who waits for all of it may sleep by now
	p.inputs, p.results = make([]reading, size), make([]reading, size)
	p.phase = phaseInputs
	return nil
}

func (p *stagedReduction) waitForInputs(c *Collective) error {
	for ; p.next < c.team.Size(); p.next++ {
		if p.next == c.team.Rank() {
			continue
		}
		r := &p.inputs[p.next]
		there, err := r.open(c, p.next, 0, len(p.Src))
		if !there || err != nil || !r.all() {
			return err
		}
	}
	p.phase = phaseCombine
	return nil
}

// combineShare combines this member's share, and shows it to those who want the result.
func (p *stagedReduction) combineShare(c *Collective) error {
	lo, hi := p.share(c, c.team.Rank())
	readers := c.team.Size() - 1
	if p.Root != rt.EveryMember {
		readers = 1
	}
	var out *rt.Stage
	var err error
	if p.Root != c.team.Rank() && lo < hi {
		if out, err = c.e.w.NewStage(hi-lo, readers); err == nil {
			err = c.showStage(1, out, p.Root)
		}
		if err != nil {
			return err
		}
	}
	step := max(1, stageChunk/p.Elem) * p.Elem
	for at := lo; at < hi; at += step {
		end := min(at+step, hi)
		acc := p.target(out, lo, at, end)
		for m := range c.team.Size() {
			part := p.Src
			if m != c.team.Rank() {
				part = p.inputs[m].staged.Data
			}
			if m == 0 {
				copy(acc, part[at:end])
			} else {
				p.Combine(acc, part[at:end])
			}
		}
		if out != nil {
			out.Publish(end - lo)
			if p.wanted(c) {
				copy(p.Dst[at:end], acc)
			}
		}
	}
	if out != nil {
		c.team.WakeOthers()
	}
	for m := range p.inputs {
		if m != c.team.Rank() {
			p.inputs[m].staged.Release()
		}
	}
	p.next, p.phase = 0, phaseResults
	if !p.wanted(c) {
		p.phase = phaseOver
	}
	return nil
}

// target is where a piece of the share is combined: in the stage or, if nobody else wants it, where
// the result goes.
func (p *stagedReduction) target(out *rt.Stage, lo, at, end int) []byte {
	if out != nil {
		return out.Data[at-lo : end-lo]
	}
	return p.Dst[at:end]
}

func (p *stagedReduction) readResults(c *Collective) error {
	for ; p.next < c.team.Size(); p.next++ {
		lo, hi := p.share(c, p.next)
		if p.next == c.team.Rank() || lo == hi {
			continue
		}
		r := &p.results[p.next]
		there, err := r.open(c, p.next, 1, hi-lo)
		if !there || err != nil || !r.copyTo(c, p.Dst[lo:hi]) {
			return err
		}
	}
	p.phase = phaseOver
	return nil
}

func (p *stagedReduction) due(c *Collective) bool {
	if p.next >= c.team.Size() || p.phase > phaseResults {
		return true
	}
	switch p.phase {
	case phaseInputs:
		r := &p.inputs[p.next]
		return r.slot == nil && r.due(c, p.next, 0) || r.slot != nil && r.all()
	case phaseResults:
		return p.results[p.next].due(c, p.next, 1)
	}
	return true
}

func (p *stagedReduction) watch(c *Collective) sys.Word {
	if p.next < c.team.Size() {
		switch p.phase {
		case phaseInputs:
			if r := &p.inputs[p.next]; r.slot == nil {
				return r.watch(c, p.next, 0)
			} else if r.slot.Offset != 0 {
				return r.staged.From(len(p.Src))
			}
		case phaseResults:
			return p.results[p.next].watch(c, p.next, 1)
		}
	}
	return sys.Never()
}
