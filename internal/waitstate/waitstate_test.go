package waitstate

import (
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
)

// TestDetector: what is a deadlock, and what is not.
func TestDetector(t *testing.T) {
	waits := Round{Waiting: 6, Sent: 40, Taken: 40, Progress: 100, Stirs: 3}
	but := func(change func(r *Round)) Round {
		r := waits
		change(&r)
		return r
	}
	early := but(func(r *Round) { r.Early = 1 })
	for name, c := range map[string]struct {
		rounds []Round
		apart  time.Duration
		want   bool
	}{
		"all wait": {[]Round{waits, waits, waits, waits}, time.Second, true},
		"not for long": {[]Round{waits, waits, waits, waits}, time.Millisecond,
			false},
		"two rounds": {[]Round{waits, waits}, time.Minute, false},
		"a message is on its way": {[]Round{but(func(r *Round) { r.Sent++ }),
			but(func(r *Round) { r.Sent++ }), but(func(r *Round) { r.Sent++ }),
			but(func(r *Round) { r.Sent++ })}, time.Second, false},
		"one has been taken": {[]Round{waits, waits,
			but(func(r *Round) { r.Sent++; r.Taken++ }),
			but(func(r *Round) { r.Sent++; r.Taken++ })}, time.Second, false},
		"an image runs": {[]Round{waits, waits,
			but(func(r *Round) { r.Awake = 1; r.Waiting = 5 }), waits}, time.Second, false},
		"a wait has ended": {[]Round{waits, waits,
			but(func(r *Round) { r.Progress++ }), but(func(r *Round) { r.Progress++ })},
			time.Second, false},
		"a thread was awake": {[]Round{waits, waits, but(func(r *Round) { r.Stirs++ }),
			but(func(r *Round) { r.Stirs++ })}, time.Second, false},
		"images have not looked": {[]Round{waits, early, early, early, early}, time.Second,
			false},
		"they have later": {[]Round{early, waits, early, waits, waits}, time.Second,
			true},
		"all have stopped": {[]Round{{Ended: 6}, {Ended: 6}, {Ended: 6}, {Ended: 6}},
			time.Second, false},
		"one has stopped, the rest wait": {[]Round{{Waiting: 5, Ended: 1}, {Waiting: 5, Ended: 1},
			{Waiting: 5, Ended: 1}, {Waiting: 5, Ended: 1}}, time.Second, true},
	} {
		d := Detector{Limit: 3 * time.Second}
		now, stuck := time.Now(), false
		for _, r := range c.rounds {
			stuck = d.Stuck(ReadRound(r.Bytes()), now, now)
			now = now.Add(c.apart)
		}
		if stuck != c.want {
			t.Errorf("%s: %v", name, stuck)
		}
	}
}

// TestSelf: an image stands still that waits, looks, and has nothing under way.
func TestSelf(t *testing.T) {
	s := &layout.Status{State: layout.StateRunning, Wait: layout.WaitEvent}
	quiet, messages := true, uint64(0)
	self := &Self{Status: s,
		Messages: func() (bool, uint64, uint64) { return quiet, messages, messages }}
	look := func(change func()) (still, stirs bool) {
		before := *s
		s.Looks += 2
		change()
		self.Look()
		return s.Still != before.Still, s.Stirs != before.Stirs
	}
	self.Look() // the first sees what is new
	for _, c := range []struct {
		name         string
		change       func()
		still, stirs bool
	}{
		{"nothing", func() {}, true, false},
		{"it has not looked", func() { s.Looks -= 2 }, false, false},
		{"then it has", func() {}, true, false},
		{"a message", func() { messages++ }, false, true},
		{"no more", func() {}, true, false},
		{"something is under way", func() { quiet = false }, false, true},
		{"no longer", func() { quiet = true }, true, false},
		{"another wait", func() { s.Progress++ }, false, true},
		{"it runs", func() { s.Wait = layout.WaitNone }, false, true},
		{"it runs on", func() {}, false, true},
		{"others may wake it", func() { s.Wait = layout.WaitEvent | layout.WaitOthers }, false,
			true},
		{"and still may", func() {}, false, true},
		{"it has stopped", func() { s.State, s.Wait = layout.StateStopped, layout.WaitNone }, false,
			true},
		{"and is silent", func() { s.Looks -= 2 }, true, false},
	} {
		if still, stirs := look(c.change); still != c.still || stirs != c.stirs {
			t.Errorf("%s: still %v, stirs %v", c.name, still, stirs)
		}
	}
}

// TestSelfAsks: an image whose wait its own goroutines may end stands still too if it hears
// questions, as far as its threads show; in a wait of Coral's it must have looked.
func TestSelfAsks(t *testing.T) {
	s := &layout.Status{State: layout.StateRunning, Hears: 1}
	self := &Self{Status: s, Asks: true}
	self.Look() // the first sees what is new
	for _, c := range []struct {
		name           string
		change         func()
		still, blocked bool
	}{
		{"it waits", func() {}, true, true},
		{"another wait", func() { s.Wait = layout.WaitEvent | layout.WaitOthers }, false, false},
		{"it has not looked", func() {}, false, true},
		{"it has", func() { s.Looks += 2 }, true, true},
		{"it waits for others", func() { s.Wait = layout.WaitEvent; s.Looks += 2 }, false, false},
		{"and still does", func() { s.Looks += 2 }, true, false},
		{"it hears nothing", func() { s.Wait, s.Hears = layout.WaitNone, 0 }, false, false},
	} {
		before := s.Still
		c.change()
		time.Sleep(30 * time.Millisecond) // this process must not seem to compute
		self.Look()
		if still := s.Still != before; still != c.still || (s.Blocked != 0) != c.blocked {
			t.Errorf("%s: still %v, blocked %d", c.name, still, s.Blocked)
		}
	}
}

// TestTallyAsks: an image that seems blocked is asked by a round that asks, and counts in the next
// one by what it has answered.
func TestTallyAsks(t *testing.T) {
	s := &layout.Status{State: layout.StateRunning, Hears: 1, Blocked: 1}
	v := NewTally([]*layout.Status{s})
	for _, c := range []struct {
		name   string
		ask    uint64
		before func()
		want   Round
		asked  uint32
	}{
		{"nobody asks", 0, func() {}, Round{Waiting: 1, Early: 1}, 0},
		{"it is asked", 1, func() {}, Round{Waiting: 1, Early: 1}, 1},
		{"it has not answered", 1, func() {}, Round{Waiting: 1, Early: 1}, 1},
		{"it is stuck", 1, func() { s.Answers++; s.Stuck = 1 }, Round{Waiting: 1}, 2},
		{"something goes on", 1, func() { s.Answers++; s.Stuck = 0 }, Round{Awake: 1}, 3},
	} {
		c.before()
		s.Still += 2
		r := Round{Ask: c.ask}
		v.Add(&r)
		r.Ask = 0
		if r != c.want || s.Questions != c.asked {
			t.Errorf("%s: %+v, asked %d times", c.name, r, s.Questions)
		}
	}
}

// TestTally: an image counts again only when it has looked twice since the last round in which it
// counted, however many rounds that takes.
func TestTally(t *testing.T) {
	rows := []*layout.Status{{State: layout.StateRunning, Wait: layout.WaitLock, Still: 4, Sent: 2,
		Taken: 1}, {State: layout.StateFailed, Still: 9, Sent: 3, Taken: 4}}
	v := NewTally(rows)
	for i, want := range []Round{
		{Waiting: 1, Ended: 1, Sent: 5, Taken: 5},
		{Waiting: 1, Ended: 1, Sent: 5, Taken: 5, Early: 2},
		{Waiting: 1, Ended: 1, Sent: 5, Taken: 5},
		{Waiting: 1, Ended: 1, Sent: 5, Taken: 5, Early: 1},
		{Waiting: 1, Ended: 1, Sent: 5, Taken: 5},
	} {
		var r Round
		if v.Add(&r); r != want {
			t.Errorf("round %d: %+v", i, r)
		}
		rows[0].Still++
		rows[1].Still += uint32(2 * i)
	}
}

func TestGroups(t *testing.T) {
	parts := []Group{{[]int{1, 4}, "waiting", 9}, {[]int{2}, "running", 0},
		{[]int{3, 5, 6, 9}, "waiting", 7}}
	want := "coral: note: images 1, 3-6, 9: waiting, for 7 s\ncoral: note: image 2: running\n"
	if got := Text(Groups(parts)); got != want {
		t.Error(got)
	}
}
