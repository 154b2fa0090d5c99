package waitstate

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/sys"
)

// Code is where in a process threads sleep that are not the program's: Coral's own, and those of
// Go's runtime (layout.Status).
type Code struct {
	Text, TextEnd uint64 // the instructions of Go
	Slept         uint64 // the instruction behind the system call of Coral's C part
}

// CodeOf is what an image has published of itself.
func CodeOf(s *layout.Status) Code {
	return Code{atomic.LoadUint64(&s.Text), atomic.LoadUint64(&s.TextEnd),
		atomic.LoadUint64(&s.Slept)}
}

// has tells whether an instruction is of that code.
func (c Code) has(at uint64) bool {
	return at != 0 && (at == c.Slept || c.Text <= at && at < c.TextEnd)
}

// call is the system call in which a thread is.
type call struct {
	number    int // -1: it is in none, or nobody knows
	arguments [6]uint64
	at        uint64 // the instruction behind it
}

// ownCalls are the system calls in which Coral's threads, and those of Go's runtime, sleep that
// have nothing to do.
var ownCalls = map[int]bool{unix.SYS_FUTEX: true, unix.SYS_NANOSLEEP: true,
	unix.SYS_EPOLL_PWAIT: true}

// The commands of futex by which a thread sleeps, and their flags.
const (
	futexWait, futexLockPI, futexWaitBitset, futexWaitRequeuePI, futexLockPI2 = 0, 6, 9, 11, 13

	futexPrivate, futexClockRealtime = 128, 256
)

// idle tells whether nothing but another thread of its process can wake the thread: it is one of
// the runtime's that has nothing to do, or it waits on a futex, without a timeout, that no other
// process can reach. What sleeps otherwise (for a time; in poll, epoll, read, io_uring; on a
// semaphore that a child process has too) may go on without any image's doing. dir is that of the
// process.
func (c call) idle(dir string, code Code) bool {
	if code.has(c.at) {
		return ownCalls[c.number]
	}
	if c.number != unix.SYS_FUTEX || c.arguments[3] != 0 {
		return false
	}
	switch c.arguments[1] &^ (futexPrivate | futexClockRealtime) {
	case futexWait, futexLockPI, futexWaitBitset, futexWaitRequeuePI, futexLockPI2:
	default:
		return false
	}
	// pthread_join's word is one that the kernel changes, and never private to the kernel, but it
	// lies in memory of this process.
	return c.arguments[1]&futexPrivate != 0 || !shared(dir, c.arguments[0])
}

// shared tells whether an address is in memory that other processes may have too.
func shared(dir string, at uint64) bool {
	text, err := os.ReadFile(dir + "/maps")
	if err != nil {
		return true
	}
	for line := range strings.Lines(string(text)) {
		bounds, rest, _ := strings.Cut(line, " ")
		from, to, _ := strings.Cut(bounds, "-")
		low, err1 := strconv.ParseUint(from, 16, 64)
		high, err2 := strconv.ParseUint(to, 16, 64)
		if err1 == nil && err2 == nil && low <= at && at < high {
			return len(rest) < 4 || rest[3] != 'p'
		}
	}
	return true
}

// Awake tells whether a process has a thread that is doing something, or sleeps where something
// from outside can wake it: a read, a timer. When the kernel does not tell, it may have. Threads of
// Coral's own wake for a moment some times a second, so a moment is looked for in which none does.
func Awake(pid int, code Code) bool {
	v := view{process: fmt.Sprintf("/proc/%d", pid), code: code, embedded: true}
	if len(v.threads()) == 1 {
		// it is the one that waits, or nobody knows
		return v.threads()[0] == v.process+"/none"
	}
	return !v.atOneMoment(looksEmbedded)
}

// looksEmbedded is how often such a moment is looked for: a thread that computes is awake for long.
const looksEmbedded = 5

// callOf is the system call in which a thread is, named by its directory.
func callOf(dir string) call {
	none := call{number: -1}
	text, err := os.ReadFile(dir + "/syscall")
	if err != nil {
		return none
	}
	// The number, six arguments, the stack and the instruction; or "running", or -1 where the
	// thread is in the kernel for another reason.
	fields := strings.Fields(string(text))
	if len(fields) != 9 {
		return none
	}
	number, err := strconv.Atoi(fields[0])
	if err != nil {
		return none
	}
	c := call{number: number}
	for i := range c.arguments {
		c.arguments[i], _ = strconv.ParseUint(fields[1+i], 0, 64)
	}
	c.at, _ = strconv.ParseUint(fields[8], 0, 64)
	if c.number == unix.SYS_RESTART_SYSCALL {
		// A process that was suspended goes on waiting by this call, whatever it had called, with
		// the same arguments; where it sleeps tells.
		place, err := os.ReadFile(dir + "/wchan")
		if err == nil && strings.HasPrefix(string(place), "futex_") {
			c.number = unix.SYS_FUTEX
		}
	}
	return c
}

// Threads knows those of this process that need not be seen waiting for others: they belong to the
// library that carries messages, whose work is seen in the counts of these. Threads that the
// runtime has made meanwhile may be among them; so none may use the processor.
type Threads struct {
	library map[int]bool // and of Go's runtime, where that is seen
	code    Code
	used    map[int]usage
	// Doorbell is the epoll set by which the progress thread rests; -1: it has none.
	Doorbell int
}

// usage is how much of the processors a thread has had.
type usage struct {
	processor, at time.Duration
}

// Tasks are the threads that this process has now.
func Tasks() (list []int) {
	entries, _ := os.ReadDir("/proc/self/task") // if there is none, all threads are others
	for _, entry := range entries {
		if id, err := strconv.Atoi(entry.Name()); err == nil {
			list = append(list, id)
		}
	}
	return list
}

// NewThreads is for a process whose library has been started since there were only the threads
// before.
func NewThreads(before []int, code Code) *Threads {
	t := &Threads{library: map[int]bool{}, code: code, used: map[int]usage{}, Doorbell: -1}
	for _, id := range Tasks() {
		t.library[id] = true
	}
	for _, id := range before {
		delete(t.library, id)
	}
	return t
}

// Threads of Go's runtime, of which some are made when they are needed, look at the network for
// some microseconds once in a while. So a thread is idle that is found so once in some looks, and
// uses little of a processor; and who asks must ask several times.
const (
	looksAtThread = 50
	betweenLooks  = 2 * time.Millisecond
	littleUse     = 10 // one part in so many
)

// activity is what the threads of a process were found to do.
type activity int

const (
	asleep activity = iota // none may act
	// A thread of Go's runtime has used the processor, and is found asleep in code of Go: it looks
	// at the network all the time, say, as a library demands it. What such a thread does for others
	// shows in the counts of messages, or in the image's wait. It says nothing for a deadlock, and
	// nothing against one.
	unsure
	awake // one may act
)

// activity tells what all threads do but those of the library, one that waits, and the caller,
// which its goroutine keeps.
func (t *Threads) activity(waiter int, now time.Duration) activity {
	tasks := Tasks()
	if len(tasks) == 0 {
		return awake
	}
	found, own := asleep, sys.ThreadID()
	for _, id := range tasks {
		if id == waiter || id == own {
			continue
		}
		dir := fmt.Sprintf("/proc/self/task/%d", id)
		works := t.works(id, dir, now)
		if t.library[id] && !works {
			continue
		}
		idle, inGo := t.idle(id, dir)
		switch {
		case !idle, works && !inGo:
			return awake
		case works:
			found = unsure
		}
	}
	return found
}

// works tells whether a thread uses the processor.
func (t *Threads) works(id int, dir string, now time.Duration) bool {
	text, err := os.ReadFile(dir + "/schedstat")
	if err != nil {
		return !os.IsNotExist(err) // else it has ended since
	}
	first, _, _ := strings.Cut(string(text), " ")
	nanoseconds, err := strconv.ParseInt(first, 10, 64)
	if err != nil {
		return true
	}
	before, known := t.used[id]
	t.used[id] = usage{time.Duration(nanoseconds), now}
	return known && (time.Duration(nanoseconds)-before.processor)*littleUse > now-before.at
}

// idle tells whether a thread is found in a call in which it waits for others, or has ended, and
// whether that call is Go's.
func (t *Threads) idle(id int, dir string) (idle, inGo bool) {
	for range looksAtThread {
		c := callOf(dir)
		if c.number == unix.SYS_NANOSLEEP && t.code.has(c.at) {
			t.library[id] = true // it is the monitor of Go's runtime
		}
		if c.idle("/proc/self", t.code) {
			return true, t.code.Text <= c.at && c.at < t.code.TextEnd
		}
		if _, err := os.Stat(dir); os.IsNotExist(err) {
			return true, false
		}
		sys.Nap(betweenLooks) // no timer of Go's, which could be the program's
	}
	return false, false
}

// awaitsOutside tells whether a thread waits for timers or descriptors in Go's runtime: some
// goroutine has one.
func (t *Threads) awaitsOutside() bool {
	for _, id := range Tasks() {
		c := callOf(fmt.Sprintf("/proc/self/task/%d", id))
		if c.number == unix.SYS_EPOLL_PWAIT && c.arguments[0] != uint64(t.Doorbell) &&
			t.code.Text <= c.at && c.at < t.code.TextEnd {
			return true
		}
	}
	return false
}
