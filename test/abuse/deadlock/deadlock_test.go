// Package deadlock holds programs in which images wait for each other for ever, which must be told
// with the places, and programs that only look like that, in which nothing may be told. They are
// cases of a few programs, each built once: the first argument selects the case.
//
// Without flags a sample is run; -abuse (as .ci/run says) runs a larger one of other cases; -all
// (as `make abuse` says) runs every case, with other images mapped and unmapped.
package deadlock

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

var (
	coralFlag = flag.String("coral", "../../../bin/coral", "the coral command")
	allFlag   = flag.Bool("all", false, "all cases, not a sample")
	abuseFlag = flag.Bool("abuse", false, "a larger sample, which takes about a minute")
	caseFlag  = flag.String("case", "", "only cases whose name contains this text")
)

const (
	// limit is CORAL_DEADLOCK: a run that is stuck ends in about a second.
	limit = "300ms"
	// sampleEach is which part of the cases is run without -all; abuseEach with -abuse, half of
	// them with other images unmapped.
	sampleEach = 6
	abuseEach  = 3
	// patience is how long a run may take on a machine that does much else.
	patience = 5 * time.Minute
)

// scene is a case of a program.
type scene struct {
	name string
	one  string // what image 1 executes
	rest string // what the others execute
	// told are parts of what standard error must say; none: the run ends with exit code 0 and no
	// message.
	told []string
	// apart replaces told where the other images are not mapped.
	apart []string
}

// language is one of the programs.
type language struct {
	name   string
	scenes []scene
	build  func(t *testing.T, dir string, scenes []scene) (executable string)
}

var languages = []language{
	{"fortran", fortranScenes, buildFortran},
	{"caf2", caf2Scenes, buildCAF2},
	{"xmp", xmpScenes, buildXMP},
	{"go", goScenes, buildGo},
}

func TestDeadlocks(t *testing.T) {
	if _, err := os.Stat(*coralFlag); err != nil {
		t.Skipf("%v: make build", err)
	}
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			l.test(t)
		})
	}
}

// Steps of asynchronous operations that are delayed at random do not hide that all images wait.
func TestDelayedDeadlocks(t *testing.T) {
	if _, err := os.Stat(*coralFlag); err != nil {
		t.Skipf("%v: make build", err)
	}
	executable := buildCAF2(t, t.TempDir(), caf2Scenes)
	for _, s := range caf2Scenes {
		many := strings.HasPrefix(s.name, "many_") || s.name == "copies_at_the_end"
		if len(s.told) == 0 || !strings.Contains(s.name, *caseFlag) || !many && !*allFlag {
			continue
		}
		for seed := range 3 {
			for _, unmapped := range []bool{false, true} {
				name := fmt.Sprintf("%s/seed=%d/unmapped=%v", s.name, seed+1, unmapped)
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					s.run(t, executable, unmapped, fmt.Sprint("CORAL_SCHEDULE_FUZZ=", seed+1))
				})
			}
		}
	}
}

func (l language) test(t *testing.T) {
	executable := l.build(t, t.TempDir(), l.scenes)
	for i, s := range l.scenes {
		if !strings.Contains(s.name, *caseFlag) {
			continue
		}
		for _, unmapped := range []bool{false, true} {
			if *caseFlag == "" && !sampled(i, unmapped) || unmapped && !*allFlag && !*abuseFlag {
				continue
			}
			t.Run(fmt.Sprintf("%s/unmapped=%v", s.name, unmapped), func(t *testing.T) {
				t.Parallel() // a run waits most of its time
				s.run(t, executable, unmapped)
			})
		}
	}
}

// sampled tells whether a case is run, by its number.
func sampled(i int, unmapped bool) bool {
	switch {
	case *allFlag:
		return true
	case *abuseFlag:
		return i%abuseEach == 1 && (i/abuseEach%2 == 1) == unmapped
	}
	return i%sampleEach == 0
}

func (s scene) run(t *testing.T, executable string, unmapped bool, settings ...string) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, executable, s.name)
	cmd.Env = append(os.Environ(), "CORAL_NUM_IMAGES=3", "CORAL_DEADLOCK="+limit,
		"OMP_WAIT_POLICY=passive")
	cmd.Env = append(cmd.Env, settings...)
	if unmapped {
		cmd.Env = append(cmd.Env, "CORAL_SMP_UNMAPPED=1")
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("%v, %v\n%s", err, ctx.Err(), &stderr)
	}
	told := s.told
	if unmapped && s.apart != nil {
		told = s.apart
	}
	if (err == nil) != (len(told) == 0) {
		t.Errorf("%v\n%s", err, &stderr)
	}
	for _, part := range told {
		if !says(stderr.String(), part) {
			t.Errorf("no %q in\n%s", part, &stderr)
		}
	}
	if len(told) == 0 && strings.Contains(stderr.String(), "coral:") {
		t.Errorf("something is told:\n%s", &stderr)
	}
}

// says tells whether a text has a part, or one of those between bars: which of them comes depends
// on what is seen first.
func says(text, part string) bool {
	return slices.ContainsFunc(strings.Split(part, "|"),
		func(p string) bool { return strings.Contains(text, p) })
}

// compile writes a source and builds it with others by the coral command.
func compile(t *testing.T, dir, name, source string, arguments ...string) string {
	t.Helper()
	file, executable := filepath.Join(dir, name), filepath.Join(dir, "program")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	coral, err := filepath.Abs(*coralFlag)
	if err != nil {
		t.Fatal(err)
	}
	arguments = append([]string{"build", "-o", executable, file}, arguments...)
	if out, err := exec.Command(coral, arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, source)
	}
	return executable
}

// The suite has at least so many cases of either sort.
func TestCount(t *testing.T) {
	told, silent := 0, 0
	for _, l := range languages {
		for _, s := range l.scenes {
			if len(s.told) > 0 {
				told++
			} else {
				silent++
			}
		}
	}
	if told < 50 || silent < 50 {
		t.Errorf("%d cases are told, %d are not", told, silent)
	}
}
