package cli

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// divides has exceptions on all images but the first, and ends as its argument says.
const divides = `program p
real :: x[*]
real, volatile :: y
character(9) :: how
call get_command_argument(1, how)
x = 1
y = 0
if (this_image() > 1) y = x/y
sync all
if (how == 'stop') stop
if (how == 'text') stop 'done'
if (how == 'code') stop 3
if (how == 'quiet') stop 0, quiet=.true.
if (how == 'error' .and. this_image() == 2) error stop 'bad'
if (how == 'error') sync all
end program
`

// TestStopTellsOfExceptions: STOP and ERROR STOP tell which IEEE exceptions are signaling, unless
// QUIET= is true; END PROGRAM does not (F2018 11.4).
func TestStopTellsOfExceptions(t *testing.T) {
	t.Parallel()
	const (
		those = "coral: note: images 2-3: the following floating-point exceptions are " +
			"signaling: IEEE_DIVIDE_BY_ZERO\n"
		second = "coral: note: image 2: the following floating-point exceptions are " +
			"signaling: IEEE_DIVIDE_BY_ZERO\n"
	)
	for _, compiler := range turns.Of(t.Name(), "gfortran", "flang-22") {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		s := newShell(t)
		s.write("p.f90", divides)
		build := func(program, option string) {
			s.expect(s.run("coral", "build", "-fc", compiler, option, "-o", program, "p.f90"), 0,
				"", "")
		}
		build("all", "-O1")
		for _, ends := range []struct {
			how  string
			code int
			note string
		}{{"stop", 0, those}, {"text", 0, those}, {"code", 3, those}, {"quiet", 0, ""},
			{"error", 1, second}, {"end", 0, ""}} {
			got := s.run("coral", "run", "-n", "3", "./all", ends.how)
			s.expect(got, ends.code, "", ends.note)
			if ends.note == "" && got.stderr != "" {
				t.Errorf("%s, %s: %s", compiler, ends.how, got.stderr)
			}
		}
		build("some", "-ffpe-summary=invalid,zero")
		s.expect(s.run("coral", "run", "-n", "3", "./some", "stop"), 0, "", those)
		for _, command := range []string{"build", "fc"} {
			s.expect(s.run("coral", command, "-fc", compiler, "-ffpe-summary=zero,foo", "p.f90"), 2,
				"", "-ffpe-summary=zero,foo: expected words out of none, all, invalid, ")
		}
		build("none", "-ffpe-summary=none")
		got := s.run("coral", "run", "-n", "3", "./none", "stop")
		if strings.Contains(got.stderr, "exceptions") {
			t.Errorf("%s, -ffpe-summary=none: %s", compiler, got.stderr)
		}
	}
}

// TestStopTellsOfDenormals: that an operand was denormal is no exception of C, but gfortran tells
// of it.
func TestStopTellsOfDenormals(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", `real :: x[*]
real, volatile :: y
y = tiny(y)
y = y/8
y = y*2
x = y
sync all
stop
end
`)
	s.expect(s.run("coral", "run", "-n", "2", "-O1", "p.f90"), 0, "",
		"coral: note: images 1-2: the following floating-point exceptions are signaling: "+
			"IEEE_DENORMAL\n")
}
