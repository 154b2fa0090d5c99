package conformance

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A timed-out command takes its whole process group with it.
func TestExecuteKillsTheGroup(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	var data []byte
	// A shell on a busy machine may not have written anything when it is killed.
	for limit := 300 * time.Millisecond; !strings.HasSuffix(string(data), "\n"); limit *= 2 {
		_, err := execute(exec.Command("/bin/sh", "-c",
			"sleep 100 & echo $! >"+pidFile+"; wait"), "", limit)
		if !errors.Is(err, errTimeout) {
			t.Fatalf("got error %v, expected a timeout", err)
		}
		if data, err = os.ReadFile(pidFile); limit > time.Minute {
			t.Fatalf("a shell writes nothing within %v: %q, %v", limit, data, err)
		}
	}
	proc := "/proc/" + strings.TrimSpace(string(data))
	for range 6000 {
		stat, err := os.ReadFile(proc + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s still runs", proc)
}

// TestLimitCountsOwnTime: a test that is stopped for longer than its limit finds the program that
// has ended meanwhile, not one that is late.
func TestLimitCountsOwnTime(t *testing.T) {
	const name = "CORAL_TEST_STOPPED"
	if os.Getenv(name) != "" {
		cmd := exec.Command("sh", "-c", "echo started >&3; sleep 0.1; echo ended")
		cmd.ExtraFiles = []*os.File{os.Stdout}
		out, err := execute(cmd, "", 3*time.Second)
		if err != nil || out.stdout != "ended\n" {
			t.Fatalf("%q, %v", out.stdout, err)
		}
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestLimitCountsOwnTime$")
	cmd.Env = append(os.Environ(), name+"=1")
	output, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil || line != "started\n" {
		t.Fatal(line, err)
	}
	_ = cmd.Process.Signal(syscall.SIGSTOP)
	time.Sleep(4 * time.Second)
	_ = cmd.Process.Signal(syscall.SIGCONT)
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func TestCheck(t *testing.T) {
	pass := &Program{Exit: "0"}
	stop := &Program{Exit: "3", Stderr: []string{"bad grid"}}
	tests := []struct {
		name string
		p    *Program
		out  outcome
		ok   bool
	}{
		{"pass", pass, outcome{0, "step 1\nPASS\n", ""}, true},
		{"pass before another image's output", pass, outcome{0, "PASS\nstep 1\n", ""}, true},
		{"pass inside a line", pass, outcome{0, "NOPASS\n", ""}, false},
		{"silent", pass, outcome{0, "", ""}, false},
		{"pass with a failure on another image", pass, outcome{0, "FAIL: x\nPASS\n", ""}, false},
		{"wrong exit code", pass, outcome{1, "PASS\n", ""}, false},
		{"expected exit code", stop, outcome{3, "", "ERROR STOP bad grid"}, true},
		{"text missing", stop, outcome{3, "", ""}, false},
		{"killed is not nonzero", &Program{Exit: "nonzero"}, outcome{-1, "", ""}, false},
	}
	for _, test := range tests {
		if err := test.p.check(test.out); (err == nil) != test.ok {
			t.Errorf("%s: got %v", test.name, err)
		}
	}
}

func TestLoad(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("sync/a.f90",
		"! conformance: images=1,4\n! feature: sync all\n! Remark: with a colon.\n"+
			"! stdin: 1\\n2\nend\n")
	write("multi/b.d/main.f90", "! files: kinds.f90 main.f90\n! feature: modules\nend\n")
	write("multi/b.d/kinds.f90", "module kinds\nend\n")
	write("errors/c.f90", "! feature: x\n! expect-error: one\n! expect-error: two\nend\n")
	got, err := Load(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 {
		t.Fatalf("%d programs, expected 3", len(got))
	}
	if want := []ExpectedError{{"c.f90", 4, "one"},
		{"c.f90", 4, "two"}}; !reflect.DeepEqual(got[0].Expected, want) {
		t.Errorf("expected errors %v, want %v", got[0].Expected, want)
	}
	if got[1].Name != "multi/b" || len(got[1].Files) != 2 ||
		filepath.Base(got[1].Files[0]) != "kinds.f90" {
		t.Errorf("directory program: %+v", got[1])
	}
	if !reflect.DeepEqual(got[2].Images, []int{1, 4}) || got[2].Stdin != "1\n2\n" {
		t.Errorf("directives: %+v", got[2])
	}
}

// The suite itself must be readable, whether or not bin/coral exists.
func TestSuiteIsWellFormed(t *testing.T) {
	programs, err := Load("fortran")
	if err != nil {
		t.Fatal(err)
	}
	if len(programs) == 0 {
		t.Error("no programs")
	}
}

func TestRefuse(t *testing.T) {
	dir := t.TempDir()
	coral := filepath.Join(dir, "coral")
	script := "#!/bin/sh\necho 'dir/c.f90:4:2: error: one thing [C0001]' >&2\n" +
		"echo 'dir/c.f90:9:1: error: cascade' >&2\nexit 1\n"
	if err := os.WriteFile(coral, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	tools := Toolchain{Coral: coral, BuildTimeout: time.Minute}
	p := &Program{Expected: []ExpectedError{{"c.f90", 4, "One thing"}, {"c.f90", 5, "two"}}}
	err := tools.Refuse(p, dir)
	if err == nil || !strings.Contains(err.Error(), "unexpected: dir/c.f90:9:1") ||
		!strings.Contains(err.Error(), "missing: c.f90:5") ||
		strings.Contains(err.Error(), "missing: c.f90:4") {
		t.Errorf("got %v", err)
	}
	p.Expected = []ExpectedError{{"c.f90", 4, "one"}, {"c.f90", 9, "cascade"}}
	if err := tools.Refuse(p, dir); err != nil {
		t.Errorf("got %v", err)
	}
}

func TestLoadPrevented(t *testing.T) {
	got, err := LoadPrevented(
		strings.NewReader(
			"# remark\nflang 19: a/b: it crashes\n  at once\n\ngfortran 12: c: no: never\n" +
				"gfortran 15-16: d: faults/e.f90: two\n  lines\n"))
	want := []Prevented{{"flang 19", "a/b", "it crashes at once"},
		{"gfortran 12", "c", "no: never"},
		{"gfortran 15", "d", "faults/e.f90: two lines"},
		{"gfortran 16", "d", "faults/e.f90: two lines"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := LoadPrevented(strings.NewReader("flang 19: a/b\n")); err == nil {
		t.Error("an entry without reason was taken")
	}
}

func TestMarkdown(t *testing.T) {
	table := &Table{}
	a, b := &Program{Name: "g/a", Feature: "x"}, &Program{Name: "g/b", Feature: "x"}
	for _, p := range []*Program{a, b} {
		table.Count(p)
		table.Count(p)
		table.Record(p, "one", "one direct", nil)
	}
	table.Record(a, "two", "two direct", errors.New("no"))
	table.Record(b, "two", "two direct", nil)
	got := table.Markdown([]string{"one direct", "two direct"}, []Prevented{{"two", "g/a", "why"}})
	for _, want := range []string{"| x | 2 | 2 | 1 | g/a (two) |", "| **all** | 2 | 2 | 1 |",
		"- two, g/a: why"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
}
