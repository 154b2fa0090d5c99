package main

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/capi/fortran"
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/test/turns"
)

// Programs in testdata are written as the translator would write them.

// backend is a Fortran compiler that programs are tested with.
type backend struct {
	name    string
	modules []string // option before the directory of modules
	options []string
	object  string // coral_rt.o
	dir     string
	first   bool // others run some programs only
}

var toolchain = sync.OnceValues(func() ([]backend, error) {
	dir, err := os.MkdirTemp("", "capi")
	if err != nil {
		return nil, err
	}
	// With the options of the Makefile nothing is compiled that `make build` has compiled.
	if err := command("", "go", "build", "-trimpath", "-buildmode=c-archive", "-ldflags=-s -w",
		"-o", filepath.Join(dir, "libcoral.a"), "."); err != nil {
		return nil, err
	}
	backends := []backend{{name: "gfortran", modules: []string{"-J"}, first: true}}
	for _, flang := range []string{"flang-22", "flang-new-19", "flang", "flang-new"} {
		if _, err := exec.LookPath(flang); err == nil {
			// as in internal/driver
			backends = append(backends,
				backend{name: flang, modules: []string{"-module-dir"},
					options: []string{"-mllvm", "-disable-fir-alias-tags"}})
			break
		}
	}
	for i := range backends {
		b := &backends[i]
		b.dir = filepath.Join(dir, b.name)
		b.object = filepath.Join(b.dir, "coral_rt.o")
		if err := os.Mkdir(b.dir, 0o755); err != nil {
			return nil, err
		}
		source := filepath.Join(b.dir, "coral_rt.f90")
		if err := os.WriteFile(source, []byte(fortran.Source), 0o644); err != nil {
			return nil, err
		}
		if err := command(b.dir, b.name, "-O2", "-c", "-o", b.object, source); err != nil {
			return nil, err
		}
	}
	return backends, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if b, err := toolchain(); err == nil {
		os.RemoveAll(filepath.Dir(b[0].dir))
	}
	os.Exit(code)
}

func command(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// build compiles a program of testdata and gives the executable.
func (b backend) build(t *testing.T, source string) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(b.dir, strings.ReplaceAll(source, ".", "_"))
	archive := filepath.Join(filepath.Dir(b.dir), "libcoral.a")
	compiler, args := b.name, []string{"-O3", "-I", b.dir}
	args = append(append(append(args, b.options...), b.modules...), t.TempDir(), "-o", name,
		filepath.Join(here, "testdata", source), b.object, archive)
	if strings.HasSuffix(source, ".c") {
		compiler = "gcc"
		args = []string{"-O2", "-I", filepath.Join(here, "include"), "-o", name,
			filepath.Join(here, "testdata", source), archive}
	}
	if err := command("", compiler,
		append(append(args, fortran.LinkOptions...), "-lm", "-lpthread")...); err != nil {
		t.Fatal(err)
	}
	return name
}

type outcome struct {
	stdout, stderr string
	code           int
}

// run starts n images of a program.
func run(t *testing.T, program string, n int, unmapped bool, args ...string) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("CORAL_NUM_IMAGES=%d", n),
		fmt.Sprintf("CORAL_SMP_UNMAPPED=%d", map[bool]int{true: 1}[unmapped]))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if ctx.Err() != nil {
		t.Fatalf("%d images do not end\n%s%s", n, &stdout, &stderr)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

func eachBackend(t *testing.T, f func(t *testing.T, b backend)) {
	backends, err := toolchain()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range backends {
		t.Run(b.name, func(t *testing.T) { f(t, b) })
	}
}

func TestPrograms(t *testing.T) {
	eachBackend(t, func(t *testing.T, b backend) {
		for _, source := range []string{"ring.f90", "allocate.f90", "alias.f90", "control.f90",
			"teams.f90", "collectives.f90", "copy.f90", "process.c"} {
			each := 8
			if b.first {
				each = 4
			}
			if !turns.Takes(t.Name()+source, each) {
				continue
			}
			program := b.build(t, source)
			for _, unmapped := range []bool{false, true} {
				for _, n := range turns.Of(fmt.Sprint(t.Name(), source, unmapped), 1, 2, 3, 5) {
					t.Run(fmt.Sprintf("%s/%d/unmapped=%v", source, n, unmapped),
						func(t *testing.T) {
							if got := run(t, program, n, unmapped); got.code != 0 ||
								got.stdout != "PASS\n" {
								t.Errorf("exit code %d\n%s%s", got.code, got.stdout, got.stderr)
							}
						})
				}
			}
		}
	})
}

// More images than processors: those that share one are neighbours (core/home.c).
func TestImagesGoHome(t *testing.T) {
	var all unix.CPUSet
	if err := unix.SchedGetaffinity(0, &all); err != nil || all.Count() < 2 {
		t.Skipf("%d processors: %v", all.Count(), err)
	}
	backends, err := toolchain()
	if err != nil {
		t.Fatal(err)
	}
	n := 2 * all.Count()
	var want []string
	for image := 1; image <= n; image++ {
		want = append(want, fmt.Sprintf("image %d of %d", image, n))
	}
	slices.Sort(want)
	program := backends[0].build(t, "home.c")
	// An image goes home ever more seldom where the kernel moves it again, or turns come late:
	// beside other work it may not have come there when the program ends.
	const attempts = 20
	for left := attempts - 1; ; left-- {
		got := run(t, program, n, false)
		lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
		slices.Sort(lines)
		if got.code == 0 && slices.Equal(lines, want) {
			return
		}
		if got.code != 0 || left == 0 {
			t.Fatalf("exit code %d\n%s%s", got.code, got.stdout, got.stderr)
		}
	}
}

func TestEnding(t *testing.T) {
	cases := []struct {
		mode   string
		code   int
		stdout string
		stderr string // a regular expression
	}{
		{"stop", 3, "before\nbefore\nbefore\n", `^(STOP 3\n){3}$`},
		{"stop text", 0, "", `^(STOP all is well\n){3}$`},
		{"stop quiet", 4, "", `^$`},
		{"error stop", 7, "", `ERROR STOP 7\n`},
		{"error text", 1, "", `ERROR STOP no way out\n`},
		{"end", 0, "image 1\nimage 2\nimage 3\n", `^$`},
		{"stopped", 0, "PASS\nPASS\n", `^$`},
		{"failed", 0, "PASS\nPASS\n", `^$`},
		{"stopped, no stat", 1, "",
			`coral: images? [13, ]+: ending.f90:43: sync all: image 2 has stopped \[R0201\]\ncoral: help: `},
		{"unallocated", 1, "",
			`coral: images? [\d, -]+: ending.f90:44: image selector: the coarray is not allocated on this image \[R0301\]`},
		{"image", 1, "",
			`coral: images? [\d, -]+: ending.f90:45: image selector: the image index is 4, there are 3 images \[R0203\]`},
		{"type", 1, "",
			`coral: images? [\d, -]+: ending.f90:46: co_sum: it is not defined for this type \[R0402\]`},
		{"crash", 139, "", `image 2 .*SIGSEGV|image 2 .*segmentation`},
	}
	eachBackend(t, func(t *testing.T, b backend) {
		program := b.build(t, "ending.f90")
		for _, c := range cases {
			for _, unmapped := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/unmapped=%v", c.mode, unmapped), func(t *testing.T) {
					got := run(t, program, 3, unmapped, c.mode)
					lines := strings.SplitAfter(got.stdout, "\n")
					slices.Sort(lines)
					if got.code != c.code || strings.Join(lines, "") != c.stdout ||
						!regexp.MustCompile(c.stderr).MatchString(got.stderr) {
						t.Errorf("exit code %d, wanted %d\nstdout %q\nstderr %s", got.code, c.code,
							got.stdout, got.stderr)
					}
				})
			}
		}
	})
}

// With the engine of asynchronous operations every wait of some microseconds enters Go: programs
// without them must not link the file that makes it.
func TestPlainProgramsHaveNoEngine(t *testing.T) {
	eachBackend(t, func(t *testing.T, b backend) {
		program, err := elf.Open(b.build(t, "collectives.f90"))
		if err != nil {
			t.Fatal(err)
		}
		defer program.Close()
		symbols, err := program.Symbols()
		if err != nil || len(symbols) == 0 {
			t.Fatalf("%d symbols, %v", len(symbols), err)
		}
		for _, s := range symbols {
			if s.Name == "coral_has_async" {
				t.Error("async/progress.c is linked: some file that all programs need refers to " +
					"coral_has_async")
			}
		}
	})
}

// A program that calls exit without STOP has ended normally if the code is zero: its images wait
// for each other. Any other code is an error of the run, also for images that would wait for ever.
func TestExit(t *testing.T) {
	backends, err := toolchain()
	if err != nil {
		t.Fatal(err)
	}
	program := backends[0].build(t, "process.c")
	for _, unmapped := range []bool{false, true} {
		got := run(t, program, 3, unmapped, "exit", "0")
		if got.code != 0 || strings.Count(got.stdout, "leaves") != 3 || got.stderr != "" {
			t.Errorf("unmapped=%v: exit code %d\n%s%s", unmapped, got.code, got.stdout, got.stderr)
		}
		got = run(t, program, 3, unmapped, "exit", "3")
		if got.code != 3 || !strings.Contains(got.stderr, "image 2 ended with exit code 3") ||
			strings.Contains(got.stderr, "R0201") {
			t.Errorf("unmapped=%v: exit code %d\n%s%s", unmapped, got.code, got.stdout, got.stderr)
		}
	}
}

// Every message of the runtime has a row in the table of codes, and every row a message.
func TestCodes(t *testing.T) {
	header, err := os.ReadFile("core/codes.h")
	if err != nil {
		t.Fatal(err)
	}
	var codes []diag.Code
	for _, m := range regexp.MustCompile(`R\((R\d{4}), "`).FindAllStringSubmatch(string(header),
		-1) {
		codes = append(codes, diag.Code(m[1]))
	}
	if len(codes) == 0 {
		t.Fatal("codes.h has no codes")
	}
	for _, c := range codes {
		if _, ok := diag.Lookup(c); !ok {
			t.Errorf("%s is not in the table of codes", c)
		}
	}
	for _, row := range diag.Codes() {
		if row.Code < "R0500" && row.Code >= "R0100" && row.Code[0] == 'R' &&
			!slices.Contains(codes, row.Code) {
			t.Errorf("%s is in the table of codes, but no message has it", row.Code)
		}
	}
}
