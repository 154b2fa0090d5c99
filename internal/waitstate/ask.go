package waitstate

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/symbols"
	"github.com/coral-pgas/coral/internal/sys"
)

// Process is an image as those see it who say where it stands.
type Process struct {
	Image  int // from 1
	Pid    int // 0: its number means nothing here
	Status *layout.Status
	Dead   bool // its process has ended
}

// Images have this long to say where they are, all together: a signal handler does it, when the
// image next has a processor. A run that ends loses nothing by a longer time: with sixty other
// processes on two cores, an image of several machines has not answered within 2 s.
const (
	answerTime     = 500 * time.Millisecond // the run goes on
	LastAnswerTime = 10 * time.Second
)

// Stand says where images stand. Those that wait have published what for; those that run are asked.
// gently: the run goes on, so no image is asked whose sleep that would end for good.
func Stand(list []Process, gently bool) []Group {
	places := make([]string, len(list))
	asked := map[int]uint32{} // by index: the count of answers before
	for i, p := range list {
		places[i] = position(p.Status, p.Dead)
		if places[i] != running || p.Pid == 0 {
			continue
		}
		before := atomic.LoadUint32(&p.Status.Answers)
		if why := ask(p, gently); why != "" {
			places[i] = why
		} else {
			asked[i] = before
		}
	}
	patience := LastAnswerTime
	if gently {
		patience = answerTime
	}
	const each, goneEach = time.Millisecond, 32
	limit := time.Now().Add(patience)
	for k := 1; len(asked) > 0; k++ {
		late := !time.Now().Before(limit)
		for i, before := range asked {
			switch s := list[i].Status; {
			case atomic.LoadUint32(&s.Answers) != before:
				places[i] = answered(s, list[i].pause())
			case k%goneEach == 0 && list[i].ends(): // it will not answer any more
				places[i] = "ended"
			case late:
				places[i] = running + " (it has not said where)"
			default:
				continue
			}
			delete(asked, i)
		}
		time.Sleep(each)
	}
	all := make([]Group, len(list))
	for i, p := range list {
		all[i] = Group{[]int{p.Image}, places[i], waited(p.Status)}
	}
	return Groups(all)
}

// ends tells whether an image ends by itself, or has ended.
func (p Process) ends() bool {
	switch processState(p.Pid) {
	case 'Z', 'X', 0:
		return true
	}
	return atomic.LoadUint32(&p.Status.Cause) != 0
}

// running is what an image does that waits for no other.
const running = "running"

// sleeps are the system calls that a signal ends early, whether or not it is handled.
var sleeps = map[int]string{
	unix.SYS_NANOSLEEP: "nanosleep", unix.SYS_CLOCK_NANOSLEEP: "clock_nanosleep",
	unix.SYS_PAUSE: "pause",
	unix.SYS_POLL:  "poll", unix.SYS_PPOLL: "ppoll", unix.SYS_SELECT: "select",
	unix.SYS_PSELECT6:   "pselect",
	unix.SYS_EPOLL_WAIT: "epoll_wait", unix.SYS_EPOLL_PWAIT: "epoll_pwait",
	unix.SYS_RT_SIGSUSPEND:   "sigsuspend",
	unix.SYS_RT_SIGTIMEDWAIT: "sigtimedwait", unix.SYS_SEMOP: "semop",
	unix.SYS_SEMTIMEDOP: "semtimedop",
	unix.SYS_MSGSND:     "msgsnd", unix.SYS_MSGRCV: "msgrcv",
}

// ask sends a running image the question; why says what is known instead of an answer.
func ask(p Process, gently bool) (why string) {
	pid := p.Pid
	switch processState(pid) {
	case 'T':
		return "suspended by a signal"
	case 't':
		return "stopped by a debugger"
	case 'Z', 'X', 0:
		return "ended"
	}
	if atomic.LoadUint32(&p.Status.Hears) != 0 {
		question(p.Status)
		return ""
	}
	if !catches(pid, layout.SignalAsk) {
		return running + " (it cannot be asked where)"
	}
	call := p.call()
	name, asleep := sleeps[call.number]
	p.found(call, asleep && call.resumable())
	if asleep && gently && !call.resumable() {
		return "sleeping in " + name +
			" (the line is not known: to ask the image for it would end its sleep)"
	}
	if unix.Tgkill(pid, pid, syscall.Signal(layout.SignalAsk)) != nil {
		return "ended"
	}
	return ""
}

// call is the system call in which the main thread of an image is.
func (p Process) call() call { return callOf(fmt.Sprintf("/proc/%d/task/%d", p.Pid, p.Pid)) }

// pause is in what a compiled program stays that neither computes nor waits for images.
type pause struct {
	input bool   // it reads what is not there yet
	sleep string // the system call in which it sleeps; "": it does not
}

func (p Process) pause() pause {
	if atomic.LoadUint32(&p.Status.Hears) != 0 {
		return pause{}
	}
	c := p.call()
	return pause{c.number == unix.SYS_READ && p.mayWait(c.arguments[0]), sleeps[c.number]}
}

// mayWait tells whether a file is one whose reader waits for somebody to write.
func (p Process) mayWait(descriptor uint64) bool {
	file, err := os.Stat(fmt.Sprintf("/proc/%d/fd/%d", p.Pid, descriptor))
	return err == nil && file.Mode()&(os.ModeNamedPipe|os.ModeSocket|os.ModeCharDevice) != 0
}

// resumable tells whether a call that a signal has ended can be made again as if it had not been:
// the kernel keeps what is left of its time where the call says, or there is no end of it. The
// image does that (capi/core/fault.c).
func (c call) resumable() bool {
	const absolute = 1
	forever := func(milliseconds uint64) bool { return int32(milliseconds) < 0 }
	switch a := c.arguments; c.number {
	case unix.SYS_NANOSLEEP:
		return a[1] != 0
	case unix.SYS_CLOCK_NANOSLEEP:
		return a[1]&absolute != 0 || a[3] != 0
	case unix.SYS_POLL:
		return forever(a[2])
	case unix.SYS_EPOLL_WAIT, unix.SYS_EPOLL_PWAIT:
		return forever(a[3])
	case unix.SYS_RT_SIGTIMEDWAIT:
		return a[2] == 0
	case unix.SYS_SEMTIMEDOP:
		return a[3] == 0
	}
	return sleeps[c.number] != "" // select and ppoll store what is left
}

// found tells an image that is about to be asked the call in which it has been found, if it may go
// on with that.
func (p Process) found(c call, sleeps bool) {
	var words [8]uint64
	if sleeps {
		words[0], words[1] = uint64(c.number)+1, c.at
		copy(words[2:], c.arguments[:])
	}
	for i, word := range words {
		binary.NativeEndian.PutUint64(p.Status.PlaceText[8*i:], word)
	}
}

// question asks an image that hears questions by a word.
func question(s *layout.Status) {
	atomic.AddUint32(&s.Questions, 1)
	sys.FutexWake(&s.Questions, 1)
}

// processState is the letter by which the kernel says what a process does; 0: it is not there.
func processState(pid int) byte {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	i := bytes.LastIndex(text, []byte(") "))
	if err != nil || i < 0 || i+2 >= len(text) {
		return 0
	}
	return text[i+2]
}

// catches tells whether a process has a handler for a signal: without one, it would die of it. A
// program that an image has become by exec has none.
func catches(pid, signal int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), "\nSigCgt:\t")
	word, _, _ := strings.Cut(rest, "\n")
	mask, err := strconv.ParseUint(word, 16, 64)
	return err == nil && mask>>(signal-1)&1 != 0
}

// answered is what an image has said that stays in a pause.
func answered(s *layout.Status, p pause) string {
	if text, _, _ := bytes.Cut(s.PlaceText[:], []byte{0}); len(text) > 0 {
		doing, _, _ := bytes.Cut(s.Doing[:], []byte{0})
		return goroutine(string(doing)) + " at " + string(text)
	}
	n := min(int(atomic.LoadUint32(&s.Places)), layout.FaultFrames)
	places := Places(s.Place[:n])
	// Coral's own procedures are no library's for the user: the statement runs.
	inLibrary := n > 0 && s.Place[0] == 0 && !(n > 1 && ofRuntime(s.Place[1]))
	switch {
	case inLibrary && p.input:
		return "waiting for input" + at(places)
	case inLibrary && p.sleep != "":
		if name := callee(s.Place[:n]); name != "" {
			return "sleeping in " + name + at(places)
		}
		if len(places) > 0 {
			return "sleeping in " + p.sleep + ", called" + at(places)
		}
		return "sleeping in " + p.sleep
	case len(places) == 0 && inLibrary:
		return running + " in a library"
	case len(places) == 0:
		return running + " in Coral's runtime"
	case inLibrary:
		return running + " in a library, called " + places[0].Where()
	}
	return running + " " + places[0].Where()
}

// at is the first of some places behind a word; "": there is none.
func at(places []symbols.Place) string {
	if len(places) == 0 {
		return ""
	}
	return " " + places[0].Where()
}

// ofRuntime tells whether a place of the program is in Coral's runtime.
func ofRuntime(distance uint32) bool {
	t, err := program()
	return err == nil && t.OfRuntime(distance)
}

// callee is the procedure that the program has called at the first place that is the program's own;
// "": it is not known.
func callee(distances []uint32) string {
	t, err := program()
	if err != nil {
		return ""
	}
	for i := range distances {
		if distances[i] != 0 && len(t.Places(distances[i:i+1])) > 0 {
			return t.Callee(distances[i])
		}
	}
	return ""
}

// goroutine says what the image's goroutine of a Go program does, by the runtime's word for it.
func goroutine(doing string) string {
	switch doing {
	case "":
		return running
	case "sleep":
		return "sleeping"
	case "IO wait":
		return "waiting for input or output"
	case "syscall":
		return "in a system call"
	}
	return "waiting for other goroutines (" + doing + ")"
}

// program is what this process, launcher or image, knows of the executable that all images run.
var program = sync.OnceValues(func() (*symbols.Table,
	error) {
	return symbols.Open("/proc/self/exe")
})

// Places names places of the program of the run.
func Places(distances []uint32) []symbols.Place {
	t, err := program()
	if err != nil {
		return nil
	}
	for len(distances) > 0 && distances[0] == 0 {
		distances = distances[1:]
	}
	return t.Places(distances)
}
