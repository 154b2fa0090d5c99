package standing

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/sys"
)

// idleCalls are the system calls in which threads sleep that only other threads of the process, or other images, wake: a
// futex, and what threads of Go's runtime do that have nothing to do (the C library sleeps by other calls).
var idleCalls = map[int]bool{unix.SYS_FUTEX: true, unix.SYS_NANOSLEEP: true, unix.SYS_EPOLL_PWAIT: true}

// Awake tells whether a process has a thread that is doing something, or sleeps where something from outside can wake it: a
// read, a timer. When the kernel does not tell, it may have.
func Awake(pid int) bool {
	dir := fmt.Sprintf("/proc/%d/task", pid)
	threads, err := os.ReadDir(dir)
	if err != nil {
		return true
	}
	if len(threads) == 1 {
		return false // it is the one that waits
	}
	for _, thread := range threads {
		if !idleCalls[callOf(dir+"/"+thread.Name())] {
			return true
		}
	}
	return false
}

// callOf is the system call in which a thread is, named by its directory; -1: it is in none, or nobody knows.
func callOf(dir string) int {
	text, err := os.ReadFile(dir + "/syscall")
	if err != nil {
		return -1
	}
	number, _, _ := strings.Cut(string(text), " ")
	call, err := strconv.Atoi(number)
	if err != nil {
		return -1 // "running"
	}
	if call == unix.SYS_RESTART_SYSCALL {
		// A process that was suspended goes on waiting by this call, whatever it had called; where it sleeps tells.
		place, err := os.ReadFile(dir + "/wchan")
		if err == nil && strings.HasPrefix(string(place), "futex_") {
			return unix.SYS_FUTEX
		}
	}
	return call
}

// Threads knows those of this process that need not be seen waiting for others: they belong to the library that carries messages, whose work is seen in the counts of these. Threads that the
// runtime has made meanwhile may be among them; so none may use the processor.
type Threads struct {
	library map[int]bool // and of Go's runtime, where that is seen
	used    map[int]usage
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

// NewThreads is for a process whose library has been started since there were only the threads before.
func NewThreads(before []int) *Threads {
	t := &Threads{library: map[int]bool{}, used: map[int]usage{}}
	for _, id := range Tasks() {
		t.library[id] = true
	}
	for _, id := range before {
		delete(t.library, id)
	}
	return t
}

// Threads of Go's runtime, of which some are made when they are needed, look at the network for some microseconds once in a while. So a thread is idle that is found so once in some looks,
// and uses little of a processor; and who asks must ask several times.
const (
	looksAtThread = 50
	betweenLooks  = 2 * time.Millisecond
	littleUse     = 10 // one part in so many
)

// Awake tells whether a thread may act but those of the library, one that waits, and the caller, which its goroutine keeps.
func (t *Threads) Awake(waiter int, now time.Duration) bool {
	tasks := Tasks()
	if len(tasks) == 0 {
		return true
	}
	own := sys.ThreadID()
	for _, id := range tasks {
		if id == waiter || id == own {
			continue
		}
		dir := fmt.Sprintf("/proc/self/task/%d", id)
		if t.works(id, dir, now) || !t.library[id] && !t.idle(id, dir) {
			return true
		}
	}
	return false
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

// idle tells whether a thread is found in a call in which it waits for others, or has ended.
func (t *Threads) idle(id int, dir string) bool {
	for range looksAtThread {
		call := callOf(dir)
		if call == unix.SYS_NANOSLEEP {
			t.library[id] = true // the C library has another call for it
		}
		if idleCalls[call] {
			return true
		}
		if _, err := os.Stat(dir); os.IsNotExist(err) {
			return true
		}
		time.Sleep(betweenLooks)
	}
	return false
}
