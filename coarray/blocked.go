package coarray

import (
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/coral-pgas/coral/internal/sys"
)

// goroutineText is a goroutine as runtime.Stack shows it.
type goroutineText struct {
	name   string // "goroutine 1"
	state  string // as the runtime calls it, without for how long
	frames string // a line with the function and one with its place for each
}

// mostStacks bounds what the stacks of all goroutines may take.
const mostStacks = 8 << 20

// goroutineName is that of the calling goroutine; "": it is not known.
func goroutineName() string {
	own := make([]byte, 64)
	name, _, found := strings.Cut(string(own[:runtime.Stack(own, false)]), " [")
	if !found {
		return ""
	}
	return name
}

// named is the goroutine with a name.
func named(all []goroutineText, name string) goroutineText {
	for _, g := range all {
		if g.name == name {
			return g
		}
	}
	return goroutineText{name: name}
}

// goroutines are those of this process at one moment; nil: there are too many.
func goroutines() (list []goroutineText) {
	for size := 64 << 10; size <= mostStacks; size *= 4 {
		text := make([]byte, size)
		n := runtime.Stack(text, true)
		if n == size {
			continue
		}
		for one := range strings.SplitSeq(string(text[:n]), "\n\n") {
			header, frames, _ := strings.Cut(one, "\n")
			name, state, _ := strings.Cut(header, " [")
			if end := strings.IndexAny(state, ",]("); end >= 0 {
				state = state[:end]
			}
			list = append(list, goroutineText{name, strings.TrimSpace(state), frames})
		}
		return list
	}
	return nil
}

// blockedStates are the runtime's names of waits that only goroutines of the same process, or
// timers, can end. The package os/signal sends on channels too, from a goroutine that is there as
// soon as the program has asked for a signal.
var blockedStates = map[string]bool{
	"chan receive": true, "chan send": true, "select": true,
	"sync.Mutex.Lock": true, "sync.RWMutex.RLock": true, "sync.RWMutex.Lock": true,
	"sync.WaitGroup.Wait": true, "sync.Cond.Wait": true,
	"semacquire": true,
}

// allBlocked tells whether the goroutines of this process, but the caller, wait for each other or
// for other images. Timers do not show here (waitstate.Asleep).
//
// Goroutines of Coral's own wake for a moment some times a second, and where many images have few
// processors, such a moment is long: of 64 images one is always in it. So they are looked at again.
func allBlocked(look func() []goroutineText) bool {
	for range looksForMoment {
		all := look()
		blocked, program := len(all) > 1, len(all) <= 1
		for _, g := range all[min(1, len(all)):] { // the first is the caller
			if !g.blocked() {
				blocked, program = false, program || !g.inCoral() && !g.isCorals()
			}
		}
		if blocked || program {
			return blocked
		}
		sys.Nap(betweenLooks) // no timer of Go's, which could be the program's (waitstate.Asleep)
	}
	return false
}

// So often, and so far apart, goroutines are looked at of which Coral's own are awake.
const (
	looksForMoment = 50
	betweenLooks   = 2 * time.Millisecond
)

// stuckHere tells whether all goroutines but the caller wait for each other, and will: the garbage
// collector finds nothing with a finalizer, or a cleanup, that would go on.
func stuckHere() bool {
	if !allBlocked(goroutines) {
		return false
	}
	collect()
	return allBlocked(goroutines)
}

// collect collects twice: what the second time queues is running, or has run, when somebody asks
// again. It gives all free memory back. What runtime.GC leaves, the runtime gives back bit by bit,
// and sets timers in between, of seconds where processors are scarce; from outside they look as the
// program's do (waitstate.Asleep).
func collect() {
	debug.FreeOSMemory()
	debug.FreeOSMemory()
}

// blocked tells whether another goroutine, a timer or another image must wake this one.
func (g *goroutineText) blocked() bool {
	return blockedStates[g.state] || g.state == "syscall" && g.inCoral()
}

// inCoral tells whether a goroutine sleeps in a statement of Coral's, or is one of Coral's own.
func (g *goroutineText) inCoral() bool {
	lines := strings.Split(g.frames, "\n")
	for i := 0; i < len(lines); i += 2 {
		if function := functionOf(lines[i]); !isCall(function) {
			return isOurs(function)
		}
	}
	return false
}

// isCall tells whether a function is one by which code asks Go's runtime, or the kernel.
func isCall(function string) bool {
	for _, of := range []string{"runtime.", "internal/runtime/", "syscall.", "golang.org/x/sys/"} {
		if strings.HasPrefix(function, of) {
			return true
		}
	}
	return false
}

// isCorals tells whether Coral has started a goroutine that executes nothing of the program's.
func (g *goroutineText) isCorals() bool {
	_, by, started := strings.Cut(g.frames, "\ncreated by ")
	if !started || !isOurs(by) {
		return false
	}
	lines := strings.Split(g.frames, "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		function := strings.TrimPrefix(lines[i], "created by ")
		place := strings.TrimSpace(lines[i+1])
		if !isOurs(function) && !isCall(function) && !inGo(function, place) {
			return false
		}
	}
	return true
}

// doing is the state of the image's goroutine where a report names it; "": it runs.
func (g *goroutineText) doing() string {
	if g.state == "running" || g.state == "runnable" || g.state == "syscall" && g.inCoral() {
		return ""
	}
	return g.state
}

// functionOf is the function in a line of a stack: what stands before its arguments.
func functionOf(line string) string {
	if end := strings.LastIndexByte(line, '('); end > 0 {
		return line[:end]
	}
	return line
}
