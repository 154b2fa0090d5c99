package launch

import (
	"strings"
	"syscall"
	"testing"

	"github.com/coral-pgas/coral/internal/waitstate"
)

// Images that have ended in the same way are named together, and not among those that stood.
func TestVerdict(t *testing.T) {
	var v verdict
	segv := way{signal: syscall.SIGSEGV}
	v.add(3, segv, "b", "coral: note: a hint\n")
	v.add(1, segv, "a", "")
	v.add(2, way{code: 5}, "a", "")
	v.where = []waitstate.Group{{Images: []int{1, 4}, Place: "running at p.f90:3"},
		{Images: []int{2}, Place: "waiting in SYNC ALL at p.f90:7"}}
	const want = "coral: error: images 1, 3 were killed by signal 11 (SIGSEGV) on a and b " +
		"[R0501]\n" +
		"coral: note: a hint\n" +
		"coral: error: image 2 ended with exit code 5 on a: the run ends [R0502]\n" +
		"coral: note: image 4: running at p.f90:3\n"
	if got := v.text(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// An image that was killed before its runtime had printed a backtrace counts to those that a fault
// has ended in the same place, whichever comes first; where none has printed it, the launcher says
// the place.
func TestSilentFaults(t *testing.T) {
	const printed = "\nProgram received signal SIGSEGV: Segmentation fault\n"
	here := ending{Place: "coral: note: image 2 stood at p.f90:3 in p\n", Fault: "11 [77]"}
	elsewhere := ending{Place: "coral: note: image 4 stood at p.f90:9 in q\n", Fault: "11 [99]"}
	for _, order := range []string{"before", "behind", "alone"} {
		var out strings.Builder
		k := &sink{to: &out}
		c := &reports{sinkOf: func(int) *sink { return k }}
		tell := func(image int, text string, at ending) {
			s := newStream(k, image)
			s.reports = c
			s.take([]byte(text))
			s.end(at)
		}
		if order == "behind" {
			tell(1, printed, here)
		}
		tell(2, "", here)
		if order == "before" {
			tell(1, printed, here)
		}
		tell(4, "", elsewhere)
		c.show()
		want := "coral: note: images 1-2:\n" + printed
		if order == "alone" {
			want = here.Place
		}
		if want += elsewhere.Place; out.String() != want {
			t.Errorf("%s: got\n%swant\n%s", order, out.String(), want)
		}
	}
}
