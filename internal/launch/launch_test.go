package launch

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/waitstate"
)

func TestExitCodes(t *testing.T) {
	tests := []struct {
		n     int
		words []string
		code  int
	}{
		{3, []string{"print=a"}, 0},
		{3, []string{"1:stop=4", "2:stop=5"}, 4},
		{3, []string{"2:stop=5", "3:stop=6"}, 5},
		{3, []string{"2:errorstop=7", "wait=x"}, 7},
		{3, []string{"1:stop=4", "2:settle", "2:errorstop=7", "wait=x"}, 7},
		{3, []string{"2:exit=9", "sleep"}, 9},
		{3, []string{"exit=0"}, 0},
		{2, []string{"2:kill=9", "sleep"}, 137},
		{2, []string{"2:kill=15", "sleep"}, 143},
		{3, []string{"2:fail", "print=going on"}, 0},
		{2, []string{"fail"}, 1},
		{1, []string{"stop=3"}, 3},
	}
	for _, test := range tests {
		t.Run(strings.Join(test.words, " "), func(t *testing.T) {
			t.Parallel()
			if got := finish(t, launcher(test.n, test.words...)); got.code != test.code {
				t.Errorf("exit code %d, want %d\n%s%s", got.code, test.code, got.stdout, got.stderr)
			}
		})
	}
}

func TestLinesStayWhole(t *testing.T) {
	const n, lines = 8, 300
	got := finish(t, launcher(n, "many="+strconv.Itoa(lines)))
	next := make([]int, n+1)
	for line := range strings.Lines(got.stdout) {
		var image, number int
		if _, err := fmt.Sscanf(line, "image %d line %d", &image, &number); err != nil ||
			number != next[image] {
			t.Fatalf("line %q is broken or out of order", line)
		}
		next[image]++
		if want := fmt.Sprintf("image %d line %d %s\n", image, number,
			strings.Repeat("x", number%200)); line != want {
			t.Fatalf("line %q, want %q", line, want)
		}
	}
	for image, count := range next[1:] {
		if count != lines {
			t.Errorf("image %d: %d lines of %d", image+1, count, lines)
		}
	}
}

func TestOutputIsExact(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	if got := finish(t, launcher(1, "binary")); got.stdout != string(all) {
		t.Errorf("binary output came as %q", got.stdout)
	}
	if got := finish(t, launcher(1, "raw=no newline")); got.stdout != "no newline" {
		t.Errorf("unfinished line came as %q", got.stdout)
	}
	long := 3*maxLine + 17
	if got := finish(t, launcher(1, "long="+strconv.Itoa(long))); got.stdout != strings.Repeat("b",
		long)+"\n" {
		t.Errorf("a line of %d bytes came with %d", long, len(got.stdout))
	}
}

func TestTags(t *testing.T) {
	cmd := launcher(2, "print=hello", "raw=end of %", "err=oh")
	cmd.Env = append(cmd.Env, "CORAL_TAG=1")
	got := finish(t, cmd)
	for image := 1; image <= 2; image++ {
		for _, want := range []string{fmt.Sprintf("[%d] hello %d\n", image, image),
			fmt.Sprintf("[%d] end of %d", image, image)} {
			if !strings.Contains(got.stdout, want) {
				t.Errorf("standard output lacks %q:\n%s", want, got.stdout)
			}
		}
		if want := fmt.Sprintf("[%d] oh\n", image); !strings.Contains(got.stderr, want) {
			t.Errorf("standard error lacks %q:\n%s", want, got.stderr)
		}
	}
	// Unfinished last lines of two images must not run into each other when they are tagged.
	if strings.Count(got.stdout, "\n") != 3 {
		t.Errorf("standard output should have four lines:\n%q", got.stdout)
	}
}

func TestStandardInputGoesToImage1(t *testing.T) {
	cmd := launcher(3, "cat")
	cmd.Stdin = strings.NewReader("some input\n")
	got := finish(t, cmd)
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	slices.Sort(lines)
	want := []string{"image 1 read 11 bytes", "image 2 read 0 bytes", "image 3 read 0 bytes",
		"some input"}
	if !slices.Equal(lines, want) {
		t.Errorf("got %q, want %q", lines, want)
	}
}

func TestKilledImageIsNamed(t *testing.T) {
	got := finish(t, launcher(5, "2:fail", "3:settle", "3:raw=last words", "3:kill=9",
		"wait=halo.f90"))
	want := "coral: error: image 3 was killed by signal 9 (SIGKILL) [R0501]\n" +
		"coral: note: somebody sent this signal; the kernel does so when memory is exhausted " +
		"(see dmesg)\n" +
		"coral: note: images 1, 4-5: waiting in SYNC ALL at halo.f90:42\n" +
		"coral: note: image 2: failed\n"
	if got.stderr != want {
		t.Errorf("got:\n%swant:\n%s", got.stderr, want)
	}
	if got.stdout != "last words" {
		t.Errorf("what the image wrote before is lost: %q", got.stdout)
	}
}

func TestExitWithoutStopIsNamed(t *testing.T) {
	got := finish(t, launcher(2, "1:settle", "1:exit=2", "wait=a.f90"))
	want := "coral: error: image 1 ended with exit code 2: the run ends [R0502]\n" +
		"coral: note: image 2: waiting in SYNC ALL at a.f90:42\n"
	if got.stderr != want || got.code != 2 {
		t.Errorf("exit code %d, got:\n%swant:\n%s", got.code, got.stderr, want)
	}
}

func TestInterruptEndsAll(t *testing.T) {
	signals := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	caught := make(chan os.Signal, 1)
	for _, s := range signals {
		// what this process catches is not ignored by those that it starts, even if nohup has
		// started it
		signal.Notify(caught, s)
	}
	defer signal.Stop(caught)
	for _, s := range signals {
		cmd := launcher(3, "print=up", "2:stubborn", "sleep")
		stdout, stderr := start(t, cmd, 4)
		images := children(t, cmd.Process.Pid)
		cmd.Process.Signal(s)
		if got := await(t, cmd, stdout, stderr); got.code != 128+int(s) || got.stderr != "" {
			t.Errorf("%v: exit code %d, stderr %q", s, got.code, got.stderr)
		}
		expectGone(t, images)
	}
}

// TestFaultSentEndsAll: the signal of a fault that somebody sends to the launcher ends the run as
// any other, at once and without a report of Go's.
func TestFaultSentEndsAll(t *testing.T) {
	for _, s := range faultSignals {
		cmd := launcher(3, "print=up", "2:stubborn", "sleep")
		stdout, stderr := start(t, cmd, 4)
		images := children(t, cmd.Process.Pid)
		cmd.Process.Signal(s)
		got := await(t, cmd, stdout, stderr)
		if got.code != 128+int(s.(syscall.Signal)) || got.stderr != aboutSent(s) {
			t.Errorf("%v: exit code %d, stderr %q", s, got.code, got.stderr)
		}
		expectGone(t, images)
	}
}

func TestSecondInterruptDoesNotWait(t *testing.T) {
	cmd := launcher(1, "stubborn")
	cmd.Env = append(cmd.Env, "CORAL_GRACE=1h")
	stdout, stderr := start(t, cmd, 1)
	go func() { // several: two that come before the launcher runs again are one
		for cmd.Process.Signal(syscall.SIGINT) == nil {
			time.Sleep(100 * time.Millisecond)
		}
	}()
	if got := await(t, cmd, stdout, stderr); got.code != 130 {
		t.Errorf("exit code %d", got.code)
	}
}

func TestKilledLauncherLeavesNothing(t *testing.T) {
	cmd := launcher(4, "print=up", "stubborn")
	stdout, stderr := start(t, cmd, 8)
	images := children(t, cmd.Process.Pid)
	if len(images) != 4 {
		t.Fatalf("images: %v", images)
	}
	cmd.Process.Kill()
	await(t, cmd, stdout, stderr)
	expectGone(t, images)
}

func TestQuestionIsAnswered(t *testing.T) {
	cmd := launcher(2, "stand=q.f90", "print=up", "sleep")
	said := filepath.Join(t.TempDir(), "stderr")
	file, err := os.Create(said)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cmd.Stderr = file
	stdout, stderr := start(t, cmd, 2)
	awaitHandler(t, cmd.Process.Pid, unix.SIGQUIT)
	// as a terminal does
	for _, pid := range append(children(t, cmd.Process.Pid), cmd.Process.Pid) {
		unix.Kill(pid, unix.SIGQUIT)
	}
	answer := func() string { text, _ := os.ReadFile(said); return string(text) }
	for limit := time.Now().Add(longest); answer() == "" && time.Now().Before(limit); {
		time.Sleep(10 * time.Millisecond)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	await(t, cmd, stdout, stderr)
	want := "coral: note: images 1-2: waiting in SYNC ALL at q.f90:42\n"
	if got := answer(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestClosedOutputEndsTheRun(t *testing.T) {
	cmd := launcher(2, "many=100000", "sleep")
	stdout, stderr, pipe := startPiped(t, cmd, 1)
	images := children(t, cmd.Process.Pid)
	pipe.Close()
	if got := await(t, cmd, stdout, stderr); got.code != 141 || got.stderr != "" {
		t.Errorf("exit code %d, want 141; stderr %q", got.code, got.stderr)
	}
	expectGone(t, images)
}

// A full disk is said, whether it fills while images run or with the last they print.
func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, words := range [][]string{{"many=100000", "sleep"}, {"many=1"}} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip(err)
		}
		cmd := launcher(2, words...)
		var stderr strings.Builder
		cmd.Stdout, cmd.Stderr = full, &stderr
		cmd.Run()
		full.Close()
		if code := cmd.ProcessState.ExitCode(); code != 1 ||
			strings.Count(stderr.String(),
				"could not be written: write /dev/stdout: no space left on device [R0510]\n") != 1 {
			t.Errorf("%v: exit code %d\n%s", words, code, &stderr)
		}
	}
}

func TestForgottenProcessIsNotWaitedFor(t *testing.T) {
	file := filepath.Join(t.TempDir(), "forgotten")
	got := finish(t, launcher(1, "forgotten="+file, "print=done"))
	if got.stdout != "done 1\n" || got.code != 0 {
		t.Errorf("got %+v", got)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	forgotten, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", forgotten)); string(name) != "sleep\n" {
		t.Errorf("the launcher waited for a process that is not an image, or ended it: %q", name)
		return
	}
	if err := syscall.Kill(forgotten, syscall.SIGKILL); err != nil {
		t.Error(err)
	}
}

// TestLimitOfProcessorTime: the kernel ends what reaches it in the same way as what has no memory.
func TestLimitOfProcessorTime(t *testing.T) {
	self, _ := os.Executable()
	cmd := exec.Command("bash", "-c", `ulimit -t 500; exec "$0" 1:kill=9 wait=a.f90`, self)
	cmd.Env = append(os.Environ(), "LAUNCH_TEST=1", "CORAL_NUM_IMAGES=2")
	const want = "memory is exhausted (see dmesg), or after 500 s of processor time (ulimit -t)\n"
	if got := finish(t, cmd); !strings.Contains(got.stderr, want) {
		t.Errorf("%q is missing:\n%s", want, got.stderr)
	}
	if got := aboutSignal(syscall.SIGXCPU); !strings.Contains(got, "the limit of processor time") {
		t.Errorf("SIGXCPU: %q", got)
	}
}

func TestManyImages(t *testing.T) {
	const n = 200
	got := finish(t, launcher(n, "print=here"))
	if got.code != 0 || strings.Count(got.stdout, "here") != n {
		t.Errorf("exit code %d, %d lines\n%s", got.code, strings.Count(got.stdout, "here"),
			got.stderr)
	}
}

func TestImpossibleRunsAreRefused(t *testing.T) {
	tests := []struct {
		name, limits, images, want string
	}{
		{"too many images", "", "1000000", "1000000 images: one machine takes 1 to "},
		{"not a number", "", "many",
			`CORAL_NUM_IMAGES="many": expected a whole number, 1 or more [R0507]`},
		{"zero", "", "0", "expected a whole number, 1 or more [R0507]"},
		{"memory", "export CORAL_MEMORY=rx;", "2",
			`CORAL_MEMORY="rx": expected one of auto, messages, rs, ra, ca [R0507]`},
		{"open files", "ulimit -n 100;", "64",
			"64 images need 144 open files, but the limit is 100: raise it (ulimit -Hn) or " +
				"start fewer images [R0504]"},
		{"address space", "ulimit -v 8000000;", "2",
			"the limit of the address space (ulimit -v) is 7812 MiB"},
		{"file size", "ulimit -f 1000;", "2",
			"the limit of file sizes (ulimit -f, 1000 KiB) forbids"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			self, _ := os.Executable()
			cmd := exec.Command("bash", "-c", test.limits+` exec "$0" print=up`, self)
			cmd.Env = append(os.Environ(), "LAUNCH_TEST=1", "CORAL_NUM_IMAGES="+test.images)
			got := finish(t, cmd)
			if got.code != exitLauncher || !strings.Contains(got.stderr, test.want) ||
				strings.Contains(got.stderr, "goroutine") {
				t.Errorf("exit code %d, stderr %q, want %q", got.code, got.stderr, test.want)
			}
		})
	}
}

func TestImagesThatCannotStart(t *testing.T) {
	o := Options{Images: 2, Executable: filepath.Join(t.TempDir(), "missing"), Pin: "off"}
	code, err := Run(o)
	if code != exitLauncher || !errors.Is(err, &Error{Code: CodeStart}) ||
		!errors.Is(err, syscall.ENOENT) {
		t.Errorf("code %d, error %v", code, err)
	}
}

func TestOtherNamesOfTheNumberOfImages(t *testing.T) {
	for _, variables := range [][]string{
		{"FOR_COARRAY_NUM_IMAGES=3"}, {"GFORTRAN_NUM_IMAGES=3"},
		{"FOR_COARRAY_NUM_IMAGES=3", "GFORTRAN_NUM_IMAGES=5"},
		{"CORAL_NUM_IMAGES=3", "FOR_COARRAY_NUM_IMAGES=5"},
	} {
		cmd := launcher(1, "print=x")
		cmd.Env = append(append(cmd.Env, "CORAL_NUM_IMAGES="), variables...)
		if got := finish(t, cmd); strings.Count(got.stdout, "x") != 3 {
			t.Errorf("%v: %q %q", variables, got.stdout, got.stderr)
		}
	}
}

func TestMisspeltSettingIsNoticed(t *testing.T) {
	cmd := launcher(1, "print=x")
	cmd.Env = append(cmd.Env, "CORAL_NUM_IMAGE=4")
	want := "coral: warning: CORAL_NUM_IMAGE is not a setting, and is ignored; " +
		"did you mean CORAL_NUM_IMAGES?\n"
	if got := finish(t, cmd); got.stderr != want {
		t.Errorf("got %q, want %q", got.stderr, want)
	}
}

// A setting's old name is obeyed, with a note; the new name comes before it.
func TestRenamedSettingIsObeyed(t *testing.T) {
	cmd := launcher(1, "print=x")
	cmd.Env = append(cmd.Env, "CORAL_DELAYS=none")
	got := finish(t, cmd)
	for _, want := range []string{"coral: note: CORAL_DELAYS is called CORAL_SCHEDULE_FUZZ now\n",
		`CORAL_DELAYS="none": expected a whole number`} {
		if !strings.Contains(got.stderr, want) {
			t.Errorf("%q is missing in %q", want, got.stderr)
		}
	}
	cmd = launcher(1, "print=x")
	cmd.Env = append(cmd.Env, "CORAL_DELAYS=none", "CORAL_SCHEDULE_FUZZ=3")
	if got := finish(t, cmd); strings.Count(got.stdout, "x") != 1 || got.stderr != "" {
		t.Errorf("%q %q", got.stdout, got.stderr)
	}
}

// TestPinning: each of as many images as cores has one. On a busy machine some may be let go, which
// the launcher says.
func TestPinning(t *testing.T) {
	cores := Cores()
	cmd := launcher(cores, "cpus")
	cmd.Env = append(cmd.Env, config.Verbose.Name+"=1")
	got := finish(t, cmd)
	for image := 1; image <= cores; image++ {
		if !strings.Contains(got.stdout, fmt.Sprintf("image %d: 1 cores\n", image)) &&
			!strings.Contains(got.stderr, fmt.Sprintf("image %d has waited ", image)) {
			t.Errorf("%d images on %d cores: %q, %q", cores, cores, got.stdout, got.stderr)
		}
	}
	cmd = launcher(1, "cpus")
	if got := finish(t, cmd); got.stdout != fmt.Sprintf("image 1: %d cores\n", cores) {
		t.Errorf("1 image has all cores: %q", got.stdout)
	}
	cmd = launcher(cores, "cpus")
	cmd.Env = append(cmd.Env, "CORAL_PIN=off")
	if got := finish(t, cmd); strings.Count(got.stdout, fmt.Sprintf(": %d cores", cores)) != cores {
		t.Errorf("pinning off: %q", got.stdout)
	}
}

// children lists the processes that a process has started.
func children(t *testing.T, pid int) []int {
	t.Helper()
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	var pids []int
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		for word := range strings.FieldsSeq(string(text)) {
			n, _ := strconv.Atoi(word)
			pids = append(pids, n)
		}
	}
	return pids
}

// awaitHandler waits until the process handles the signal. The launcher ignores SIGQUIT until it
// knows that all its images have started, which may be after they have printed.
func awaitHandler(t *testing.T, pid int, s syscall.Signal) {
	t.Helper()
	for limit := time.Now().Add(longest); time.Now().Before(limit); {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		_, rest, _ := strings.Cut(string(text), "SigCgt:")
		word, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
		caught, _ := strconv.ParseUint(word, 16, 64)
		if caught&(1<<(s-1)) != 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("process %d does not handle %v", pid, s)
}

// expectGone fails the test if one of the processes is still there after a while.
func expectGone(t *testing.T, pids []int) {
	t.Helper()
	for end := time.Now().Add(longest); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		pids = slices.DeleteFunc(pids, func(pid int) bool {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			return err != nil || strings.Contains(string(text), ") Z ")
		})
		if len(pids) == 0 {
			return
		}
	}
	t.Errorf("processes left behind: %v", pids)
}

// An image may run, and another one end, before the launcher has heard of its start.
func TestStandingOfAnImageWhoseStartIsNotKnownYet(t *testing.T) {
	geometry, err := Options{Images: 3}.complete().plan()
	if err != nil {
		t.Fatal(err)
	}
	memory, err := newMemory(geometry)
	if err != nil {
		t.Fatal(err)
	}
	defer memory.close()
	status := memory.status(1)
	copy(status.File[:], "halo.f90")
	status.Line, status.Wait, status.State = 42, layout.WaitSyncAll, layout.StateRunning
	r := &run{memory: memory, images: make([]image, 3)}
	want := "coral: note: image 2: waiting in SYNC ALL at halo.f90:42\n"
	if got := waitstate.Text(r.waitGroups(0)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
