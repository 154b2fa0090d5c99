package standing

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
)

// An image of a Go program may wait where Coral does not see it: on a channel, a mutex, a
// WaitGroup. Other goroutines of its process may end that, or a timer, the network, a signal, a
// child process, a thread of C. Two looks together tell that none of them will:
//
//   - The image says what its goroutines do. All of them wait for each other, or for other images in a statement of Coral's; none is in a system call; and
//     the process has asked for no signal (package coarray).
//   - Its threads are looked at from outside. Go's runtime has a thread in epoll_pwait whenever a timer is set or
//     a goroutine waits for a descriptor, so no thread may be there; and a thread of C's must wait for others of its process.

// Asleep tells whether nothing but another process's doing can wake a thread of a Go process, as
// far as its threads show. It is so at one moment: no thread has run between the first look at a
// thread and the last.
func Asleep(pid int, code Code) bool {
	for range looksForMoment {
		before := turns(pid)
		if !allAsleep(pid, code) {
			return false
		}
		if before != "" && before == turns(pid) {
			return true
		}
	}
	return false
}

// looksForMoment is how often such a moment is looked for: threads of Coral's wake ten times a
// second.
const looksForMoment = 20

func allAsleep(pid int, code Code) bool {
	process := fmt.Sprintf("/proc/%d", pid)
	threads, err := os.ReadDir(process + "/task")
	if err != nil {
		return false
	}
	for _, thread := range threads {
		c := callOf(process + "/task/" + thread.Name())
		if c.number == unix.SYS_EPOLL_PWAIT || !c.idle(process, code) {
			return false
		}
	}
	return true
}

// turns is how often each thread of a process has had a processor; "": the kernel does not tell.
func turns(pid int) string {
	process := fmt.Sprintf("/proc/%d/task", pid)
	threads, err := os.ReadDir(process)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, thread := range threads {
		text, err := os.ReadFile(process + "/" + thread.Name() + "/schedstat")
		if err != nil {
			return ""
		}
		fmt.Fprintf(&b, "%s %s", thread.Name(), text)
	}
	return b.String()
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
