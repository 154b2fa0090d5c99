package rt

import (
	"context"
	"errors"
	"fmt"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt/plan"
)

// Long collectives of a team whose members are all on machines of their own follow a plan: data go
// from one member's variables to another's. A plan takes no part in the turns of the slots' two
// generations (doExchange), so it counts as two collectives, and leaves the slots alone.

// Apart is the conduit by which members exchange data, if each is on a machine of its own; else
// nil. All members find the same.
func (t *Team) Apart() conduit.Exchanger {
	if t.apart == unknown {
		t.apart = together
		if x, can := t.w.c.(conduit.Exchanger); can && !t.w.mapped && t.size > 1 {
			t.apart = t.lookApart(x)
		}
	}
	if t.apart != alone {
		return nil
	}
	return t.w.c.(conduit.Exchanger)
}

// Values of Team.apart.
const (
	unknown = iota
	together
	alone
)

func (t *Team) lookApart(x conduit.Exchanger) uint8 {
	seen := make(map[int]bool, t.size)
	for m := range t.size {
		machine := x.Machine(t.Member(m))
		if seen[machine] {
			return together
		}
		seen[machine] = true
	}
	return alone
}

// Labels of plans: those of collectives for which images wait have numbers of their own.
const blockingPlan, besidePlan = 1, 2

// NewRun is a run of an asynchronous collective of a team that is apart; base tells several runs of
// one collective from each other. note tells the other members of the statement; its first two
// words are the length and the statement on which all must agree.
func (t *Team) NewRun(number uint64, base uint32, note conduit.Note) *plan.Run {
	return t.newRun(besidePlan|uint64(base)<<32, number, note)
}

func (t *Team) newRun(kind, number uint64, note conduit.Note) *plan.Run {
	return &plan.Run{By: t.Apart(), Rank: t.Member, Label: [3]uint64{kind, t.control, number},
		Note: note, Memory: &t.w.planMemory}
}

// planned says whether long broadcasts and reductions follow a plan.
func (t *Team) planned() bool { return t.size <= plan.Most && t.Apart() != nil }

// carryOut carries out a plan. What is short enough goes beside the slots from the next time on.
func (t *Team) carryOut(ctx context.Context, p plan.Plan, buf []byte, combine *combiner) error {
	if len(buf) <= besideRoom {
		if err := t.scratchMemory(ctx); err != nil {
			return err
		}
	}
	x := longRounds{t: t}
	x.begin()
	x.begin()
	number := t.exchange.number
	r := t.newRun(blockingPlan, number, conduit.Note{uint64(len(buf))})
	r.Source, r.Result = buf, buf
	if combine != nil {
		r.Combine = combine.apply
	}
	r.Begin(p)
	for {
		done, err := r.Advance()
		if err == nil && !done {
			err = t.w.await(r.Due, &waiting{kind: layout.WaitColl, ctx: ctx,
				broken: func() error { return t.goneBefore(collectives.of(t), number) }})
		}
		if err != nil {
			r.Abandon()
			return t.lengths(err)
		}
		if done {
			x.end()
			return nil
		}
	}
}

// lengths explains a plan's error.
func (t *Team) lengths(err error) error {
	if e := (*plan.MismatchError)(nil); errors.As(err, &e) {
		return fmt.Errorf("%w: this image brings %d bytes, but image %d brings %d bytes",
			ErrLengths, e.Want, e.Rank+1, e.Came())
	}
	return err
}

// broadcastApart and reduceApart are the long collectives.
func (t *Team) broadcastApart(ctx context.Context, buf []byte, source int) error {
	return t.carryOut(ctx, plan.Broadcast(t.rank, t.size, source, len(buf)), buf, nil)
}

func (t *Team) reduceApart(ctx context.Context, buf []byte, elem int, combine combiner,
	result int) error {
	return t.carryOut(ctx, ReductionPlan(t.rank, t.size, result, len(buf), elem, true), buf,
		&combine)
}

// ReductionPlan is the plan of a member's part in a reduction of n bytes whose result the member
// root gets, or EveryMember.
func ReductionPlan(me, size, root, n, elem int, inPlace bool) plan.Plan {
	if root == EveryMember {
		return plan.AllReduce(me, size, n, elem, inPlace)
	}
	return plan.Reduce(me, size, root, n, elem, inPlace)
}
