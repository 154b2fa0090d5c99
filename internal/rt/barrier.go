package rt

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// SyncAll synchronizes the current team (F2018 11.6.3). After a context's end it
// returns its error, and the team can execute no more statements.
func (w *World) SyncAll(ctx context.Context) error {
	return w.current.barrier(ctx, layout.WaitSyncAll)
}

// SyncTeam synchronizes a team (F2018 11.6.6) that is the current one, an
// ancestor, or one that this image is a member of.
func (w *World) SyncTeam(ctx context.Context, t *Team) error {
	return t.barrier(ctx, layout.WaitTeam)
}

// Meet synchronizes the current team in a statement of a kind, a layout.WaitX: members that are in
// statements of different kinds get ErrMismatched.
func (w *World) Meet(ctx context.Context, kind uint32) error { return w.current.barrier(ctx, kind) }

// MeetIn is Meet of another team.
func (w *World) MeetIn(ctx context.Context, t *Team,
	kind uint32) error {
	return t.barrier(ctx, kind)
}

// SyncMemory completes what this image has put and posted (F2018 11.6.5). Loads and stores of
// mapped memory need nothing more than the ordering of the words that images synchronize by.
func (w *World) SyncMemory() error {
	if w.mapped {
		return nil
	}
	if err := w.countPosted(conduit.AllRanks); err != nil {
		return err
	}
	return w.flush(conduit.AllRanks)
}

// flush completes what this image has put to a rank. What an image that is gone has not answered is
// lost, which is no error; but after a put that the end of the run has lost nothing may follow.
func (w *World) flush(rank int) error {
	err := w.ops.Flush(rank)
	w.endIfEnding()
	return err
}

// barrier is entered by all members. Two algorithms, chosen alike by all:
//
// Dissemination (Hensgen, Finkel and Manber): in round r, member m signals m+2^r and
// waits for m-2^r. Every member has a processor of its own then, or memory is not
// mapped; the depth is log2 n and no word is written by two.
//
// Central: one counter. With more images than processors members run one
// after the other anyway, and what counts is that each runs twice at most.
func (t *Team) barrier(ctx context.Context, kind uint32) error {
	w := t.w
	if err := w.mayBlock(); err != nil {
		return err
	}
	if err := t.Failure(); err != nil {
		return err
	}
	if err := w.SyncMemory(); err != nil {
		return err
	}
	if t.mine == nil {
		t.meetPartners()
	}
	epoch := t.mine.Arrived + 1 // the owner alone writes it
	// the atomic operation that follows in every way through makes it visible
	sys.Release(&t.mine.Arrived, epoch)
	err := t.enter(ctx, kind, epoch)
	if err == nil || ctx == nil || ctx.Err() == nil {
		sys.Release(&t.mine.Passed, epoch)
		return w.located(err)
	}
	err = w.located(err)
	if errors.Is(err, ctx.Err()) {
		// Others may count this barrier as one that this image has come to, or may not.
		t.Fail(err)
	}
	return err
}

// enter is the barrier behind the count of those that have arrived.
func (t *Team) enter(ctx context.Context, kind uint32, epoch uint64) error {
	switch {
	case t.size == 1:
		return nil
	case t.w.anyGone():
		return t.barrierWithoutSome(ctx, kind, epoch)
	case t.central:
		return t.centralBarrier(ctx, kind, epoch)
	}
	return t.dissemination(ctx, kind, epoch)
}

// partner is whom this image signals, as in one round of a dissemination barrier, and the word in
// which it is signalled itself.
type partner struct {
	rank      int
	flag      *uint64 // the partner's
	sleepers  *uint32 // the partner's
	signalled *uint64
}

// signal tells the partner, and wakes it if it sleeps. The store is sequentially consistent: it
// must not pass the load.
func (p *partner) signal(w *World, value uint64) {
	atomic.StoreUint64(p.flag, value)
	if atomic.LoadUint32(p.sleepers) != 0 {
		w.c.Wake(p.rank)
	}
}

// meetPartners finds the own TeamControl and, where memory is mapped, the partners of all rounds:
// once, for their addresses take longer than the rest of a round.
func (t *Team) meetPartners() {
	t.mine = t.own()
	if !t.w.mapped {
		return
	}
	for round, distance := 0, 1; distance < t.size; round, distance = round+1, distance*2 {
		rank := t.Member((t.rank + distance) % t.size)
		there, own := &t.w.team(rank, t.control).Round[round].Epoch, &t.mine.Round[round].Epoch
		sleepers := &t.w.control(rank).Sleepers
		t.rounds = append(t.rounds,
			[2]partner{{rank, &there[0], sleepers, &own[0]}, {rank, &there[1], sleepers, &own[1]}})
	}
}

func (t *Team) dissemination(ctx context.Context, kind uint32, epoch uint64) error {
	w := t.w
	if !w.mapped {
		return t.disseminationByMessages(ctx, kind, epoch)
	}
	value := epoch << layout.KindBits
	said := value | uint64(kind)
	for i := range t.rounds {
		p := &t.rounds[i][epoch%2]
		p.signal(w, said)
		if !w.comesAtOnce(p.signalled, value) {
			if err := t.awaitRound(ctx, kind, epoch, p.signalled); err != nil {
				return t.endOfWait(ctx, kind, epoch, err)
			}
		}
		if there := atomic.LoadUint64(p.signalled); there != said {
			return t.mismatch(i, kind, epoch, there)
		}
	}
	return nil
}

// mismatch is the error that the signal of a round is one of another statement's barrier.
func (t *Team) mismatch(round int, kind uint32, epoch, signal uint64) error {
	member := (t.rank + t.size - 1<<round%t.size) % t.size
	return t.mismatched(member, kind, uint32(signal&(1<<layout.KindBits-1)), epoch)
}

// mismatched is the error that a member executes another statement than this image in a barrier, by
// their kinds.
func (t *Team) mismatched(member int, here, there uint32, epoch uint64) error {
	w, rank, site := t.w, t.Member(member), t.w.siteNow()
	w.show(statement{control: t.control, number: inBarrier(epoch), kind: here}, site)
	defer w.linger(lingerTime)
	if s, is := w.shownBy(rank, t.control, inBarrier(epoch)); is && s.Kind == there {
		return t.Fails(w.mismatchError(here, site, rank, there, &s))
	}
	return t.Fails(w.mismatchError(here, site, rank, there, nil))
}

func (t *Team) disseminationByMessages(ctx context.Context, kind uint32, epoch uint64) error {
	own := t.own()
	for round, distance := 0, 1; distance < t.size; round, distance = round+1, distance*2 {
		rank := t.Member((t.rank + distance) % t.size)
		at := t.control + offRound + uint64(round)*sizeRound + 8*(epoch%2)
		word := &own.Round[round].Epoch[epoch%2]
		said := epoch<<layout.KindBits | uint64(kind)
		if err := t.w.ops.PutSignal(rank, 0, nil, at, said); err != nil {
			return err
		}
		if err := t.awaitRound(ctx, kind, epoch, word); err != nil {
			return t.endOfWait(ctx, kind, epoch, err)
		}
		if there := atomic.LoadUint64(word); there != said {
			return t.mismatch(round, kind, epoch, there)
		}
	}
	return nil
}

func (t *Team) awaitRound(ctx context.Context, kind uint32, epoch uint64, word *uint64) error {
	value := epoch << layout.KindBits
	if t.w.spinAtLeast(word, value) {
		return nil
	}
	return t.w.await(func() bool { return atomic.LoadUint64(word) >= value },
		t.barrierWait(ctx, kind, epoch))
}

func (t *Team) centralBarrier(ctx context.Context, kind uint32, epoch uint64) error {
	w := t.w
	root := w.team(t.Member(0), t.control)
	if own := &w.status(w.rank).Kind; *own != kind { // which this image alone writes
		atomic.StoreUint32(own, kind)
	}
	// The remainder, not epoch*size: barriers by dissemination do not count here.
	if atomic.AddUint64(&root.Count, 1)%uint64(t.size) == 0 {
		if err := t.compareKinds(kind, epoch); err != nil {
			return err
		}
		atomic.StoreUint64(&root.Release, epoch)
		t.wakeSleepers()
		return nil
	}
	if epoch*uint64(t.size)%arrivalsBeforeGosched < uint64(t.size) {
		runtime.Gosched()
	}
	// A few turns are all that it takes if nobody is late.
	if w.c.YieldUntil(&root.Release, epoch, turnsBeforeAwait) {
		return nil
	}
	err := w.await(func() bool { return atomic.LoadUint64(&root.Release) >= epoch },
		t.barrierWait(ctx, kind, epoch))
	return t.endOfWait(ctx, kind, epoch, err)
}

// compareKinds compares what all members execute, before the last to arrive lets the others go,
// which all wait then.
func (t *Team) compareKinds(kind uint32, epoch uint64) error {
	for m := range t.size {
		if there := atomic.LoadUint32(&t.w.status(t.Member(m)).Kind); there != kind {
			return t.mismatched(m, kind, there, epoch)
		}
	}
	return nil
}

// turnsBeforeAwait is how often an image among too many yields before it does so in await, which
// touches more memory: every image's memory has left the cache when it runs again.
const turnsBeforeAwait = 8

// arrivalsBeforeGosched is how many arrivals of all members an image waits through before it goes
// to Go's scheduler: some milliseconds. If it has not been there for ten, Go's runtime sends it a
// signal to make it go (sysmon), which costs far more, and those who wait for it then pay too.
const arrivalsBeforeGosched = 4096

// wakeSleepers wakes the members that sleep. It looks at what they have published
// before they sleep: that is dense, while each one's Control has a page of its own.
func (t *Team) wakeSleepers() {
	for m := range t.size {
		if rank := t.Member(m); atomic.LoadUint32(&t.w.status(rank).Wait) != 0 {
			t.w.c.Wake(rank)
		}
	}
}

// spinAtLeast looks at a word for some microseconds where there is a processor to spare, and
// advances what can be advanced meanwhile.
func (w *World) spinAtLeast(word *uint64, value uint64) bool {
	if !w.shows {
		// By the network alone a word changes, or by another image of this machine; await looks at
		// both.
		return atomic.LoadUint64(word) >= value || w.look() && atomic.LoadUint64(word) >= value
	}
	if w.progress == nil {
		return sys.ComesSoon(word, value, w.spins, w.pauses)
	}
	if w.spins == 0 {
		return w.yieldAtLeast(word, value)
	}
	// What comes at once is for one word only: to watch more takes a while to begin, and so does
	// the question what is due. (The words count what happens, one by one.)
	if (value%waitsBeforeDue != 0 || !w.progress.Due()) && !w.progress.Collecting() &&
		sys.ComesSoon(word, value, min(looksFirst, w.spins), w.pauses) {
		return true
	}
	advanced, come := 0, -1
	for left := w.spins; left > 0; left -= looksBeforeDue {
		// First, not last: what is waited for is under way meanwhile.
		if come > 0 || w.progress.Due() {
			if advanced++; advanced > advancesSpinning || !w.advanceWhat(come) {
				return false
			}
			left = w.spins
			if atomic.LoadUint64(word) >= value {
				return true
			}
		}
		mail, shown := w.progress.Watch()
		if come = sys.FirstSoon(sys.Word{At: word, Value: value}, mail, shown, looksBeforeDue,
			w.pauses); come == 0 {
			return true
		}
	}
	return false
}

// advanceWhat advances what one of the words of Watch has told of, by its number in a look; else
// all.
func (w *World) advanceWhat(come int) bool {
	if come == 2 {
		return w.progress.AdvanceCollectives()
	}
	return w.progress.Advance()
}

// yieldAtLeast is spinAtLeast where there is no processor to spare: it takes some turns, of which
// each looks at three words and touches nothing else.
func (w *World) yieldAtLeast(word *uint64, value uint64) bool {
	mail, shown := w.progress.Watch()
	for turns, advanced := 0, 0; ; turns++ {
		switch {
		case atomic.LoadUint64(word) >= value:
			return true
		case atomic.LoadUint64(shown.At) >= shown.Value:
			if advanced++; advanced > advancesSpinning || !w.progress.AdvanceCollectives() {
				return false
			}
			mail, shown = w.progress.Watch()
			turns = -1
			continue
		case atomic.LoadUint64(mail.At) >= mail.Value, turns == turnsBeforeDue && w.progress.Due():
			if advanced++; advanced > advancesSpinning || !w.progress.Advance() {
				return false
			}
			mail, shown = w.progress.Watch()
			turns = -1
			continue
		case turns == turnsBeforeDue:
			return false
		}
		w.c.Yield()
	}
}

// turnsBeforeDue is how many turns that is, before it looks at all that is due.
const turnsBeforeDue = 16

// advancesSpinning bounds how often a wait advances before it looks at anything else: some tens of
// milliseconds.
const advancesSpinning = 100000

// comesAtOnce is the first look of those who meet one image again and again, where the call of
// spinAtLeast would be a tenth of the meeting.
func (w *World) comesAtOnce(word *uint64, value uint64) bool {
	if value%waitsBeforeDue == 0 {
		return false
	}
	// here, not in sys.ComesSoon: its arguments and its answer would pass through memory
	for range min(looksFirst, w.spins) {
		if atomic.LoadUint64(word) >= value {
			return true
		}
		if w.pauses {
			sys.Pause()
		}
	}
	return false
}

// waitsBeforeDue is how many waits for one word may end without a look at what is due, if each ends
// at its first looks at its own word: two images that meet again and again would spend a quarter of
// the time between with it.
const waitsBeforeDue = 16

// looksFirst is how often who spins looks at its own word alone, before all others.
const looksFirst = 4

// looksBeforeDue is how often who spins looks at its own word, and those that tell of most of what
// may be due, before it looks at all that is due.
const looksBeforeDue = 16

// errGone ends an ordinary wait: from now on the members that are left look for each other.
var errGone = errors.New("a member is gone")

func (t *Team) barrierWait(ctx context.Context, kind uint32, epoch uint64) *waiting {
	return t.inTeam(&waiting{kind: kind, ctx: ctx, broken: func() error {
		if t.goneBefore(barriers.of(t), epoch) != nil {
			return errGone
		}
		return nil
	}}, inBarrier(epoch))
}

func (t *Team) endOfWait(ctx context.Context, kind uint32, epoch uint64, err error) error {
	if errors.Is(err, errGone) {
		return t.barrierWithoutSome(ctx, kind, epoch)
	}
	return err
}

// barrierWithoutSome synchronizes the members that are left, by looking at every
// member's count of arrivals, and reports who is missing.
func (t *Team) barrierWithoutSome(ctx context.Context, kind uint32, epoch uint64) error {
	w, counter := t.w, barriers.of(t)
	if t.goneBefore(counter, epoch) == nil {
		// Gone are only others than members, or members that had arrived: this
		// barrier still completes as usual.
		if t.central {
			return t.centralBarrier(ctx, kind, epoch)
		}
		return t.dissemination(ctx, kind, epoch)
	}
	atomic.StoreUint64(&t.own().Arrived, epoch) // before the looks at who sleeps
	for m := range t.size {
		w.c.Wake(t.Member(m))
	}
	err := w.await(func() bool { return t.allHere(counter.begun, epoch) },
		t.inTeam(&waiting{kind: kind, ctx: ctx}, inBarrier(epoch)))
	if err != nil {
		return err
	}
	return t.goneBefore(counter, epoch)
}
