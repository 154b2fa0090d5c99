package coarray

import (
	"testing"

	"github.com/coral-pgas/coral/internal/sys"
	"github.com/coral-pgas/coral/internal/waitstate"
)

// TestAllBlocked: a goroutine of Coral's that is awake for a moment is looked at again, one of the
// program's is not.
func TestAllBlocked(t *testing.T) {
	const ours, others = "github.com/coral-pgas/coral/internal/conduit/smp.(*postOffice).help(0x1)",
		"main.main.func1()"
	frames := func(function string) string {
		return "syscall.Syscall6(0xca)\n\t/go/src/syscall/x.go:96\n" + function + "\n\t/x/y.go:1"
	}
	caller := goroutineText{"goroutine 1", "running", frames(others)}
	asleep := goroutineText{"goroutine 2", "select", frames(others)}
	own := goroutineText{"goroutine 3", "syscall", frames(ours)}
	wakes := goroutineText{"goroutine 3", "runnable", frames(ours)}
	reading := func(function string) goroutineText { // of a goroutine that Coral has started
		return goroutineText{"goroutine 3", "runnable", "os.ReadFile()\n\t" + library +
			"os/x.go:1\n" + function + "\n\t/x/y.go:1\ncreated by " + ours +
			" in goroutine 1\n\t/x/y.go:2"}
	}
	reads, calls := reading(ours), reading(others)
	runs := goroutineText{"goroutine 2", "runnable", frames(others)}
	for _, c := range []struct {
		name  string
		looks [][]goroutineText // the last one for ever
		want  bool
		taken int // looks
	}{
		{"all sleep", [][]goroutineText{{caller, asleep, own}}, true, 1},
		{"one of Coral's wakes", [][]goroutineText{{caller, asleep, wakes}, {caller, asleep, wakes},
			{caller, asleep, own}}, true, 3},
		{"one of Coral's reads a file", [][]goroutineText{{caller, asleep, reads},
			{caller, asleep, own}}, true, 2},
		{"one that Coral has started runs the program", [][]goroutineText{{caller, asleep, calls},
			{caller, asleep, own}}, false, 1},
		{"one of Coral's is always awake", [][]goroutineText{{caller, asleep, wakes}}, false,
			looksForMoment},
		{"one of the program's runs", [][]goroutineText{{caller, runs, own},
			{caller, asleep, own}}, false, 1},
		{"then one of the program's runs", [][]goroutineText{{caller, asleep, wakes},
			{caller, runs, own}, {caller, asleep, own}}, false, 2},
		{"too many", [][]goroutineText{nil}, false, 1},
	} {
		taken := 0
		got := allBlocked(func() []goroutineText {
			taken++
			return c.looks[min(taken, len(c.looks))-1]
		})
		if got != c.want || taken != c.taken {
			t.Errorf("%s: %v, looks: %d", c.name, got, taken)
		}
	}
}

var garbage [][]byte

// TestCollect: after the look for what a finalizer would wake, no thread waits for a timer of the
// runtime's, which nobody could tell from one of the program's.
func TestCollect(t *testing.T) {
	const tries, most = 8, 6
	from, to := sys.Code()
	code := waitstate.Code{Text: uint64(from), TextEnd: uint64(to)}
	awake := 0
	for range tries {
		for range 4 << 10 {
			garbage = append(garbage, make([]byte, 32<<10))
		}
		garbage = nil
		collect()
		if !waitstate.AsleepHere(code, testAlarm()) {
			awake++ // a timer that was set before is there until it ends
		}
	}
	if awake > most {
		t.Errorf("after %d of %d collections the process does not sleep", awake, tries)
	}
}
