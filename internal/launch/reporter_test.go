package launch

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/layout"
)

// atReporter is a reporter of some images, whose standard errors are files.
func atReporter(t *testing.T, n int) *reporter {
	t.Helper()
	r := &reporter{}
	sinks := map[int]*sink{}
	r.reports = &reports{sinkOf: func(image int) *sink { return sinks[image] }}
	for range n {
		file, err := os.CreateTemp(t.TempDir(), "stderr")
		if err != nil {
			t.Fatal(err)
		}
		r.outlets = append(r.outlets, file)
	}
	for i := range n {
		s := newStream(&sink{to: outlet{r.outlets, i}}, i+1)
		s.reports, sinks[i+1] = r.reports, s.sink
		r.streams = append(r.streams, s)
	}
	return r
}

// act has images write and end: "1:text" writes, "1." ends, "wait" is the time until what there is
// is told. It gives what came to each one's standard error.
func act(t *testing.T, r *reporter, acts []string) (came []string) {
	t.Helper()
	var names []string
	for _, f := range r.outlets {
		names = append(names, f.Name())
	}
	for _, a := range acts {
		i := int(a[0]) - '1'
		switch {
		case a == "wait":
			r.tellDue(time.Now().Add(settleTime))
		case a[1] == '.':
			r.ended(i)
		default:
			r.take(i, []byte(a[2:]))
		}
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		came = append(came, string(text))
	}
	return came
}

func TestReporter(t *testing.T) {
	const (
		stop    = "ERROR STOP bad\n"
		fault   = "\nProgram received signal SIGSEGV: Segmentation fault\n\n"
		frame   = "#3  0x55a5 in sub\n\tat p.f90:3\n"
		nothing = "#0  0x7f01 in ???\n"
	)
	told := func(image int) string {
		return fmt.Sprintf("coral: note: image %d: the following floating-point exceptions are "+
			"signaling: IEEE_INVALID\n", image)
	}
	code := func(image int) string {
		return fmt.Sprintf("coral: note: image %d: the stop code 256 is a multiple of 256: the "+
			"exit code is 1\n", image)
	}
	for name, c := range map[string]struct {
		acts, want []string
	}{
		"no reports": {[]string{"1:a\n", "2:b", "2:c\n", "1.", "2."}, []string{"a\n", "bc\n"}},
		"the same": {[]string{"1:" + stop, "2:" + stop, "2.", "1.", "wait"},
			[]string{stop, "coral: note: image 2: the same as image 1\n"}},
		"own words": {[]string{"1:coral: image 1: a\n", "2:coral: image 2: a\n", "2.", "1.",
			"wait"},
			[]string{"coral: image 1: a\n", "coral: note: image 2: the same as image 1\n"}},
		"exceptions": {[]string{"1:" + told(1), "2:" + told(2), "1.", "2.", "wait"},
			[]string{strings.Replace(told(1), "image 1", "images 1-2", 1), ""}},
		"stop codes": {[]string{"1:" + code(1), "2:" + code(2), "1.", "2.", "wait"},
			[]string{strings.Replace(code(1), "image 1", "images 1-2", 1), ""}},
		"at once": {[]string{"1:" + stop, "2:" + stop}, []string{stop, ""}},
		"different": {[]string{"1:" + stop, "2:" + fault, "2.", "1."},
			[]string{stop, "coral: note: image 2:\n" + fault}},
		"the first is killed": {
			[]string{"1:" + fault, "2:" + fault, "2:" + nothing + frame, "2.", "1:" + frame[:5],
				"1.", "wait"},
			[]string{fault + "coral: note: image 1: the same as image 2\n", frame}},
		"more from the first": {[]string{"1:" + fault, "2:" + fault, "2.", "1:" + nothing, "1:" +
			frame, "1.", "wait"},
			[]string{fault + frame, "coral: note: image 2: the same as image 1\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			came := act(t, atReporter(t, 2), c.acts)
			if strings.Join(came, "|") != strings.Join(c.want, "|") {
				t.Errorf("got %q, want %q", came, c.want)
			}
		})
	}
}

// TestSilentFault: an image that a fault has ended before it has reported it counts to those whose
// reports are of the same fault, also where the first of them is still being made.
func TestSilentFault(t *testing.T) {
	const begins, rest = "\nProgram received signal SIGSEGV: Segmentation fault\n\n",
		"#3  0x55a5 in sub\n\tat p.f90:3\n"
	const same = "coral: note: image 2: the same as image 1\n"
	for name, c := range map[string]struct {
		acts []string
		want []string
	}{
		"before the report ends": {
			[]string{"1:" + begins, "2.", "1:" + rest, "1.", "wait"},
			[]string{begins + rest, same}},
		"behind it": {
			[]string{"1:" + begins, "1:" + rest, "1.", "2.", "wait"},
			[]string{begins + rest, same}},
	} {
		t.Run(name, func(t *testing.T) {
			r := atReporter(t, 2)
			geometry, err := Options{Images: 2}.complete().plan()
			if err != nil {
				t.Fatal(err)
			}
			if r.memory, err = newMemory(geometry); err != nil {
				t.Fatal(err)
			}
			defer r.memory.close()
			for rank := range 2 {
				s := r.memory.status(rank)
				s.Cause, s.Faults, s.Fault[0] = uint32(syscall.SIGSEGV), layout.FaultBacktrace|1, 16
			}
			if came := act(t, r, c.acts); !slices.Equal(came, c.want) {
				t.Errorf("got %q, want %q", came, c.want)
			}
		})
	}
}

// TestOutletsOfOthers: where nobody reads an image's standard error any more, another one's takes
// what is written.
func TestOutletsOfOthers(t *testing.T) {
	r := atReporter(t, 2)
	_ = r.outlets[0].Close()
	came := act(t, r, []string{"1:a\n"})
	if came[0] != "" || came[1] != "a\n" {
		t.Errorf("%q", came)
	}
}

// TestTaggedReports: what several images report has their numbers in its words, too, where the
// tags have them.
func TestTaggedReports(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "stderr")
	if err != nil {
		t.Fatal(err)
	}
	(&sink{to: file, tagged: true}).writeReport(&same{first: 1, images: []int{2, 1, 4},
		text: []byte("coral: image 1: a\ncoral: note: image 1 has heard of image 1\n")})
	got, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	want := "[1-2,4] coral: images 1-2, 4: a\n" +
		"[1-2,4] coral: note: images 1-2, 4 has heard of image 1\n"
	if strings.ReplaceAll(string(got), "[1-2, 4]", "[1-2,4]") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
