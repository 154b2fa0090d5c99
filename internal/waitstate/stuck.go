package waitstate

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// An image of a Go program may wait where Coral does not see it: on a channel, a mutex, a
// WaitGroup. Other goroutines of its process may end that, or a timer, the network, a signal, a
// child process, a thread of C. Two looks together tell that none of them will:
//
//   - The image says what its goroutines do. All of them wait for each other, or for other images
//     in a statement of Coral's; none is in a system call; and the process has asked for no signal
//     (package coarray).
//   - Its threads are looked at, by another process or by one of its own that has slept. Go's
//     runtime has a thread in epoll_pwait whenever a timer is set or a goroutine waits for a
//     descriptor, so no thread may be there; and a thread of C's must wait for others of its
//     process.

// Asleep tells whether nothing but another process's doing can wake a thread of a Go process, as
// far as its threads show. It is so at one moment: no thread has run between the first look at a
// thread and the last.
func Asleep(pid int, code Code) bool {
	return view{process: fmt.Sprintf("/proc/%d", pid), code: code}.atOneMoment(looksForMoment)
}

// AsleepHere is Asleep for this process, whose other threads are looked at. The caller has set no
// timer; those that end after some time do not count, if that is not zero.
//
// The timers of the scheduler's processor on which the caller runs are not waited for in
// epoll_pwait. So it sleeps first, for so long that the runtime takes the processor away; then a
// thread begins to wait for them, which does not end when the caller goes on.
func AsleepHere(code Code, after time.Time) bool {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	v := view{process: "/proc/self", code: code, except: sys.ThreadID()}
	if !after.IsZero() {
		v.timers = v.newTimers(after)
	}
	sys.Nap(takenAway)
	return v.atOneMoment(looksForMoment)
}

// takenAway is much longer than Go's runtime leaves a processor to a thread in a system call: 10
// ms.
const takenAway = 60 * time.Millisecond

// timers tell when the first timer of a process ends: how long a thread waits for it is known, and
// that it began to wait after a time.
type timers struct {
	after time.Time         // timers that end then do not count; zero: all count
	from  time.Time         // no thread that is not in early has begun to wait before
	early map[string]string // turns of the threads that waited then
}

// newTimers has the thread that waits for the first timer begin anew.
func (v view) newTimers(after time.Time) timers {
	t := timers{after: after, early: map[string]string{}, from: time.Now()}
	for _, dir := range v.threads() {
		if callOf(dir).number == unix.SYS_EPOLL_PWAIT {
			t.early[dir] = turnsOf(dir)
		}
	}
	time.Sleep(takenAway)
	return t
}

// late tells whether a thread that waits for so long waits for a timer that does not count.
func (t timers) late(dir string, wait time.Duration) bool {
	if t.after.IsZero() || wait < 0 {
		return false
	}
	before, waited := t.early[dir]
	return (!waited || before != turnsOf(dir)) && t.from.Add(wait).After(t.after)
}

// view is what is looked at.
type view struct {
	process string // its directory
	code    Code
	except  int // a thread that is left out; 0: none
	timers  timers
	// The program is of another language: it sets no timers of Go's, nor waits by Go's runtime.
	embedded bool
}

// atOneMoment looks for a moment at which all threads sleep. One of Coral's, or of Go's runtime,
// may be found in some call, or in none, at any look.
func (v view) atOneMoment(looks int) bool {
	for range looks {
		before := v.turns()
		asleep := v.asleep()
		if asleep && before != "" && before == v.turns() {
			return true
		}
		if !asleep {
			sys.Nap(betweenLooks)
		}
	}
	return false
}

// looksForMoment is how often such a moment is looked for: threads of Coral's wake ten times a
// second.
const looksForMoment = 20

func (v view) asleep() bool {
	for _, dir := range v.threads() {
		c := callOf(dir)
		if c.number == unix.SYS_EPOLL_PWAIT && !v.embedded {
			wait := time.Duration(int32(c.arguments[3])) * time.Millisecond
			if !v.timers.late(dir, wait) {
				return false
			}
		}
		if !c.idle(v.process, v.code) {
			return false
		}
	}
	return true
}

// threads are the directories of the threads that are looked at.
func (v view) threads() (list []string) {
	entries, err := os.ReadDir(v.process + "/task")
	if err != nil {
		return []string{v.process + "/none"} // in which nothing is idle
	}
	for _, entry := range entries {
		if v.except == 0 || entry.Name() != strconv.Itoa(v.except) {
			list = append(list, v.process+"/task/"+entry.Name())
		}
	}
	return list
}

// turns is how often each thread has had a processor, but those that sleep for a time: the monitor
// of Go's runtime, and what looks at times at asynchronous operations and for questions. "": the
// kernel does not tell.
func (v view) turns() string {
	var b strings.Builder
	for _, dir := range v.threads() {
		turns := turnsOf(dir)
		if turns == "" {
			return ""
		}
		if !v.naps(callOf(dir)) {
			b.WriteString(dir + " " + turns)
		}
	}
	return b.String()
}

// naps tells whether a thread of Coral's, or of Go's runtime, sleeps for a time.
func (v view) naps(c call) bool {
	sleeps := c.number == unix.SYS_NANOSLEEP || c.number == unix.SYS_FUTEX && c.arguments[3] != 0
	return sleeps && v.code.has(c.at)
}

// turnsOf is how often a thread has had a processor, and for how long; "": nobody knows.
func turnsOf(dir string) string {
	text, err := os.ReadFile(dir + "/schedstat")
	if err != nil {
		return ""
	}
	return string(text)
}

// Hears tells whether an image can be asked whether it is stuck.
func Hears(s *layout.Status) bool { return atomic.LoadUint32(&s.Hears) != 0 }

// Questions are those put to images that hear them, whether they are stuck.
type Questions struct {
	rows   []*layout.Status
	before []uint32 // counts of answers
}

// AskStuck asks the images with those rows.
func AskStuck(rows []*layout.Status) *Questions {
	q := &Questions{rows, make([]uint32, len(rows))}
	for i, s := range rows {
		q.before[i] = atomic.LoadUint32(&s.Answers)
		question(s)
	}
	return q
}

// Answered tells whether all have answered, and whether each has said that nothing in its process
// goes on by itself.
func (q *Questions) Answered() (all, stuck bool) {
	all, stuck = true, true
	for i, s := range q.rows {
		all = all && atomic.LoadUint32(&s.Answers) != q.before[i]
		stuck = stuck && atomic.LoadUint32(&s.Stuck) != 0
	}
	return all, stuck
}
