package cli

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/test/turns"
)

// placed is a case of testdata/placed.f90 or placed.caf: the line that its message must name, and
// the message's code.
type placed struct {
	name, code string
	line       int
}

// placedIn are the marks of a source, "! @name code".
func placedIn(text string) (all []placed) {
	for i, line := range strings.Split(text, "\n") {
		if _, mark, found := strings.Cut(line, "! @"); found {
			name, code, _ := strings.Cut(mark, " ")
			all = append(all, placed{name, code, i + 1})
		}
	}
	return all
}

// elsewhere are the codes that no program of TestPlaces gives.
var elsewhere = map[string]string{
	"R0101": "no statement", "R0102": "no statement", "R0103": "no statement",
	"R0104": "no statement", "R0105": "no statement", "R0107": "no statement", "R0108": "TestForks",
	"R0214": "XcalableMP", "R0308": "where the kernel forbids to read another process's memory",
	"R0312": "a module that was compiled apart", "R0314": "it needs OpenMP: stop/atomic_wide",
	"R0315": "TestNestedAtomics",
	"R0402": "Coral says it when it compiles Fortran", "R0405": "a fault of the runtime",
	"R0601": "the statement has ended", "R0603": "Coral says most of it when it compiles",
}

// TestPlaces: each error of a running image names file and line, mapped and by the library path,
// with each back end; there is a program for each code. A case has its turn every few days.
func TestPlaces(t *testing.T) {
	t.Parallel()
	missing := map[string]bool{}
	for _, c := range diag.Codes() {
		if code := string(c.Code); strings.HasPrefix(code, "R0") && code < "R0500" ||
			strings.HasPrefix(code, "R06") {
			missing[code] = elsewhere[code] == ""
		}
	}
	for _, source := range []string{"placed.f90", "placed.caf"} {
		text, err := os.ReadFile("testdata/" + source)
		if err != nil {
			t.Fatal(err)
		}
		marks := placedIn(string(text))
		for _, p := range marks {
			delete(missing, p.code)
		}
		for i, compiler := range []string{"gfortran", "flang-22"} {
			if _, err := exec.LookPath(compiler); err != nil {
				continue
			}
			s := newShell(t)
			s.write(source, string(text))
			for program, option := range map[string]string{"plain": "-O0", "checked": "-check"} {
				s.expect(s.run("coral", "build", "-fc", compiler, option, "-o", program, source), 0,
					"", "")
			}
			// One of the two paths with each compiler, and of the second compiler fewer cases: the
			// front end writes most places, the launcher finds the others in the compiler's tables.
			each := []int{3, 9}[i]
			chosen := slices.DeleteFunc(slices.Clone(marks), func(p placed) bool {
				return !turns.Takes(compiler+p.name, each)
			})
			s.placed(source, chosen, i)
		}
	}
	for code, is := range missing {
		if is {
			t.Errorf("no program has the mark of %s", code)
		}
	}
}

// placed runs the cases, as many at a time as there are cores for the images.
func (s *shell) placed(source string, marks []placed, unmapped int) {
	s.t.Helper()
	var all sync.WaitGroup
	slots := make(chan bool, 2)
	for _, p := range append(slices.Clone(marks), placed{name: "scope"}) {
		if p.code == "" && source != "placed.f90" {
			continue
		}
		all.Go(func() {
			slots <- true
			defer func() { <-slots }()
			s.placedOne(source, p, unmapped)
		})
	}
	all.Wait()
}

func (s *shell) placedOne(source string, p placed, unmapped int) {
	program := "plain"
	if strings.HasPrefix(p.name, "check_") {
		program = "checked"
	}
	got := s.run("sh", "-c", fmt.Sprintf("ulimit -c 0; ulimit -s 8192; CORAL_NUM_IMAGES=4 "+
		"CORAL_SMP_UNMAPPED=%d ./%s %s </dev/null", unmapped, program, p.name))
	if p.code == "" { // no error
		s.expect(got, 0, "", "")
		return
	}
	place := fmt.Sprintf("%s:%d", source, p.line)
	message := slices.ContainsFunc(strings.Split(got.stderr, "\n"), func(line string) bool {
		return strings.Contains(line, "["+p.code+"]")
	})
	named := strings.Contains(got.stderr, place+":") || strings.Contains(got.stderr, place+" ")
	if got.code == 0 || !message || !named {
		s.t.Errorf("%s, unmapped %d: exit code %d; %s is not named with [%s]:\n%s", p.name,
			unmapped, got.code, place, p.code, got.stderr)
	}
}
