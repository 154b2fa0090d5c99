package async

import (
	"errors"
	"slices"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/rt"
	"github.com/coral-pgas/coral/internal/rt/plan"
)

// Where each member of a team is on a machine of its own, what is long follows a plan, as do the
// collectives for which images wait (rt/apart.go): no letter has it in it.

// planFrom is from how many bytes of one message on. Shorter ones go in letters.
const planFrom = 16 << 10

// planned is the pattern that follows a plan.
type planned struct {
	byMessages
	plan           func(me, size int) plan.Plan
	source, result []byte
	combine        func(a, b []byte)
	length         int // on which the members must agree
}

// follows says whether the members are to follow a plan, in which many bytes go in one message, and
// which is for at most so many members.
func (c *Collective) follows(bytes, members int) bool {
	return bytes > planFrom && c.team.Size() <= members && c.team.Apart() != nil
}

func (p *planned) step(c *Collective) (bool, error) {
	if c.following == nil {
		note := conduit.Note{uint64(p.length), c.statement.word, c.statement.Place}
		r := c.team.NewRun(c.number, c.base, note)
		r.Source, r.Result, r.Combine = p.source, p.result, p.combine
		r.Begin(p.plan(c.team.Rank(), c.team.Size()))
		c.following = r
	}
	over, err := c.following.Advance()
	if over || err != nil {
		c.following = nil
	}
	return over, c.explain(err)
}

// explain is the error of a plan in the words of collectives.
func (c *Collective) explain(err error) error {
	e := (*plan.MismatchError)(nil)
	if !errors.As(err, &e) {
		return err
	}
	member, _ := c.team.MemberOf(e.Rank)
	theirs := OfWord(e.Note[1], e.Note[2])
	if differs := c.differs(member, theirs, e.Want, e.Came()); differs != nil {
		return differs
	}
	return err
}

// long is a pattern for what is short, and the plan for what is not.
type long struct {
	planned
	short   Pattern
	message int // bytes
	how     Pattern
}

func (p *long) step(c *Collective) (bool, error) {
	if p.how == nil {
		if p.how = p.short; c.follows(p.message, anyMembers) {
			p.how = &p.planned
			if overlap(p.source, p.result) {
				p.source = slices.Clone(p.source) // data come before all of it has gone
			}
		}
	}
	return p.how.step(c)
}

// anyMembers is the bound of plans in which nothing is combined or handed on.
const anyMembers = 1 << 30

// plannedBroadcast and plannedReduction are those of a team that follows.
func plannedBroadcast(root int, buf []byte) Pattern {
	return &planned{result: buf, length: len(buf), plan: func(me, size int) plan.Plan {
		return plan.Broadcast(me, size, root, len(buf))
	}}
}

func plannedReduction(r Reduction) Pattern {
	n := len(r.Src)
	inPlace := n > 0 && len(r.Dst) == n && &r.Dst[0] == &r.Src[0]
	p := &planned{source: r.Src, result: r.Dst, combine: r.Combine, length: n}
	p.plan = func(me, size int) plan.Plan {
		return rt.ReductionPlan(me, size, r.Root, n, r.Elem, inPlace)
	}
	return p
}
