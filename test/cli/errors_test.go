package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestMessages compares what bad command lines and sources get with golden files.
func TestMessages(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("good.f90", "print *, 1\nend\n")
	s.write("syntax.f90", "program p\n  integer :: x[*]\n  x[1 = 3\nend program\n")
	s.write("backend.f90",
		"program p\n  implicit none\n  integer :: u(2)[*]\n  u(1)[1] = 'x'\n  y = 3\nend program\n")
	s.write("undefined.f90", "call nowhere()\nend\n")
	s.write("a.f90", "module a\n use b\nend module\n")
	s.write("b.f90", "module b\n use a\nend module\n")
	s.write("b2.f90", "module b\nend module\n")
	s.write("nomain.f90", "module m\n integer :: x[*]\nend module\n")
	s.write("cpp.F90", "#error no good\nend\n")
	s.write("notes.txt", "")
	s.write("ring.go", "package main\n")
	s.write("old", "#!/bin/sh\necho 'GNU Fortran (Debian 8.3.0-6) 8.3.0'\n")
	s.write("other", "#!/bin/sh\necho 'Some Fortran 1.0'\n")
	s.write("broken", "#!/bin/sh\nexit 3\n")
	s.write("notexec", "")
	os.Chmod(filepath.Join(s.dir, "notexec"), 0o644)
	os.Mkdir(filepath.Join(s.dir, "dir.f90"), 0o755)
	tests := []struct {
		name string
		code int
		args string
	}{
		{"unknown-command", 2, "rum prog.f90"},
		{"file-as-command", 2, "prog.f90"},
		{"no-source", 2, "run -n 2"},
		{"n-zero", 2, "run -n 0 good.f90"},
		{"n-missing", 2, "run good.f90 -n"},
		{"n-word", 2, "run -n two good.f90"},
		{"n-in-build", 2, "build -n 2 good.f90"},
		{"o-missing", 2, "build good.f90 -o"},
		{"o-empty", 2, "build -o '' good.f90"},
		{"o-directory", 1, "translate -o dir.f90 good.f90"},
		{"fc-nothing", 2, "fc"},
		{"cc-nothing", 2, "cc"},
		{"fc-o-missing", 2, "fc good.f90 -o"},
		{"cc-o-missing", 2, "cc ring.c -o"},
		{"hosts-empty", 2, "run --hosts a,,b good.f90"},
		{"unknown-option", 2, "run --frobnicate good.f90"},
		{"argument-missing", 2, "run good.f90 -I"},
		{"static", 1, "build -static good.f90"},
		{"compile-only", 1, "build -c good.f90"},
		{"coarray-option", 1, "run -fcoarray=lib good.f90"},
		{"program-arguments-of-build", 2, "build good.f90 -- x"},
		{"overwrite", 2, "build -o good.f90 good.f90"},
		{"missing-file", 1, "run missing.f90"},
		{"missing-argument-file", 1, "run good.f90 12"},
		{"directory", 1, "run dir.f90"},
		{"unknown-kind", 1, "run notes.txt"},
		{"go-file", 1, "run -n 4 ring.go"},
		{"dialect", 1, "run -dialect=caf2 good.f90"},
		{"fc-missing", 1, "run -fc nocompiler good.f90"},
		{"fc-old", 1, "run -fc ./old good.f90"},
		{"fc-other", 1, "run -fc ./other good.f90"},
		{"fc-broken", 1, "run -fc ./broken good.f90"},
		{"fc-not-executable", 1, "run -fc ./notexec good.f90"},
		{"syntax-error", 1, "run syntax.f90"},
		{"backend-error", 1, "run backend.f90"},
		{"no-main-program", 1, "run -n 2 nomain.f90"},
		{"preprocessor-error", 1, "run cpp.F90"},
		{"module-cycle", 1, "run a.f90 b.f90"},
		{"module-twice", 1, "run b.f90 b2.f90"},
		{"cc-missing-file", 1, "cc -c missing.c"},
		{"bench-unknown", 2, "bench nothing"},
		{"explain-unknown", 2, "explain C9999"},
		{"explain-two", 2, "explain 303"},
		{"unknown-flag", 2, "info --jso"},
		{"unknown-flag-of-coral", 2, "--version --bogus"},
		{"unknown-command-of-help", 2, "help rn"},
		{"help-misspelt", 2, "hlep"},
		{"unknown-shell", 2, "completion bsh"},
		{"images-option", 2, "run --imgaes 4 good.f90"},
		{"bench-misspelt", 2, "bench mirco"},
		{"conduit-misspelt", 2, "conduit bulid mpi"},
		{"conduit-value", 2, "run --conduit sm good.f90"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			words := strings.Fields(test.args)
			if i := slices.Index(words, "''"); i >= 0 {
				words[i] = ""
			}
			got := s.run("coral", words...)
			if got.code != test.code || got.stdout != "" {
				t.Errorf("exit code %d, want %d; stdout %q\n%s", got.code, test.code, got.stdout,
					got.stderr)
			}
			golden(t, test.name, strings.ReplaceAll(got.stderr, s.dir, "DIR"))
			s.clean()
		})
	}
	s.expect(s.run("coral", "run", "undefined.f90"), 1, "", "nowhere_")
}

// golden compares with, or with -update writes, testdata/name.txt.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

// A setting with a value that does not fit is refused by what works by it, and not by what tells of
// it.
func TestWrongSettings(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("good.f90", "print *, 1\nend\n")
	with := func(args ...string) outcome {
		cmd := s.command("coral", args...)
		cmd.Env = append(cmd.Env, "CORAL_KEEP_FREED=12X")
		return s.finish(cmd)
	}
	for _, command := range []string{"build good.f90", "translate good.f90", "run -n 1 good.f90",
		"fc -c good.f90"} {
		s.expect(with(strings.Fields(command)...), 1, "",
			`coral: error: CORAL_KEEP_FREED="12X": expected a size such as 64M or 2G [R0507]`)
	}
	if got := with("explain", "R0507"); got.code != 0 {
		t.Errorf("explain: exit code %d\n%s", got.code, got.stderr)
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	for _, args := range []string{"help", "run --help", "build -h", "translate --help",
		"bench micro --help"} {
		got := s.run("coral", strings.Fields(args)...)
		if got.code != 0 || got.stderr != "" {
			t.Errorf("coral %s: exit code %d, stderr %q", args, got.code, got.stderr)
		}
		golden(t, "help-"+strings.ReplaceAll(strings.ReplaceAll(args, " ", "-"), "--", "-"),
			got.stdout)
	}
	s.expect(s.run("coral", "fc", "-h"), 0, "Coral compiles a file without coarrays as", "")
	s.expect(s.run("coral", "cc", "--help"), 0, "Coral's own: coral help cc\n", "")
	s.expect(s.run("coral", "--version"), 0, "coral ", "")
	s.expect(s.run("coral", "info"), 0, "back ends", "")
	s.expect(s.run("coral", "explain", "c0301"), 0, "C0301: No Fortran compiler was found", "")
	long := s.run("coral", "explain", "C0301").stdout
	for line := range strings.Lines(long) {
		if len(line) > 81 {
			t.Errorf("a line of an explanation has more than 80 columns: %s", line)
		}
	}
	s.expect(s.run("coral", "explain", "501"), 0, "R0501: An image was killed", "")
	s.expect(s.run("coral", "explain", "c0301", "R0501"), 0, "\n\nR0501: An image was killed", "")
	s.expect(s.run("coral", "explain", "Q1", "R0501"), 2, "R0501: An image was killed",
		"there is no message with the code Q1")
	s.expect(s.run("coral", ""), 2, "", "unknown command \"\"\ncoral: note: ")
	s.expect(s.run("coral", "explain", "301"), 2, "", "301 may be C0301 or R0301: say which")
}

func TestNoCompiler(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "end\n")
	s.env = append(s.env, "PATH="+s.dir, "CORAL_FC=")
	s.expect(s.run("coral", "run", "p.f90"), 1, "",
		"no Fortran compiler was found in PATH (looked for gfortran and flang) [C0301]\n"+
			"coral: note: install one (Debian, Ubuntu: apt-get install gfortran")
	s.expect(s.run("coral", "info"), 0, "none found: install gfortran", "")
}

// TestImageLimits: what `coral info` says of the number of images is what a run says.
func TestImageLimits(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "integer :: x[*]\nend\n")
	s.env = append(s.env, "CORAL_NUM_IMAGES=64000")
	got := s.run("coral", "run", "p.f90")
	_, limit, found := strings.Cut(got.stderr, "64000 images: one machine takes ")
	limit, _, _ = strings.Cut(limit, " [")
	if got.code == 0 || !found {
		t.Fatalf("%+v", got)
	}
	s.expect(s.run("coral", "info"), 0, limit+"; over several machines", "")
}

// TestUnwritable uses what even root cannot write.
func TestUnwritable(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "print *, 'fine'\nend\n")
	s.expect(s.run("coral", "build", "-o", "/proc/p", "p.f90"), 1, "", "/proc/p cannot be written")
	cached := s.env
	s.env = append(cached, "CORAL_CACHE=/proc/coral")
	s.expect(s.run("coral", "run", "-n", "1", "p.f90"), 0, "fine", "") // works without a cache
	s.clean()
	s.env = append(cached, "TMPDIR=/proc/none")
	s.expect(s.run("coral", "run", "-n", "1", "p.f90"), 1, "", "[C0305]\ncoral: note: set TMPDIR")
	s.env = append(cached, "CORAL_RUNTIME="+s.dir+"/none")
	s.expect(s.run("coral", "run", "-n", "1", "p.f90"), 1, "", "[C0312]")
	s.write("q.f90", "integer :: i[*]\ni = this_image()\nend\n")
	s.expect(s.run("coral", "fc", "-c", "q.f90"), 0, "", "") // what links nothing needs none
	s.expect(s.run("coral", "fc", "q.f90"), 1, "", "[C0312]")
	s.expect(s.run("coral", "fc", "q.o"), 1, "", "[C0312]")
}

func TestCacheOfOthersIsNotTrusted(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "print *, 'fine'\nend\n")
	cache := filepath.Join(s.dir, "cache")
	os.Mkdir(cache, 0o700)
	os.Chmod(cache, 0o777)
	s.env = append(s.env, "CORAL_CACHE="+cache)
	s.expect(s.run("coral", "run", "-n", "1", "p.f90"), 0, "fine", "")
	if entries, _ := os.ReadDir(cache); len(entries) > 0 {
		t.Errorf("a directory that others can write was used: %v", entries)
	}
}

// TestBackendChecks: generated code passes the checks of gfortran's -fcheck=all.
func TestBackendChecks(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90",
		strings.Join([]string{"program p", "implicit none", "type t",
			"character(len=:), allocatable :: c(:)", "real, allocatable :: v(:)", "end type",
			"type(t) :: x[*], y", "character(len=5) :: got(2)", "integer :: k",
			"k = 1 + mod(this_image(), num_images())",
			"allocate (character(len=5) :: x%c(2))", "x%c = ['abcde', 'fghij']", "x%v = [1, 2, 3]",
			"sync all",
			"got = x[k]%c",
			"if (any(got /= ['abcde', 'fghij']) .or. len(x[k]%c) /= 5 .or. x[k]%c(2)(2:3) /= " +
				"'gh') error stop 'FAIL'",
			"y = x[k]",
			"if (any(y%c /= got) .or. len(y%c) /= 5 .or. any(y%v /= x[k]%v(1:3))) error stop " +
				"'FAIL copy'", "sync all",
			"x[k]%c(1) = 'vwxyz'", "sync all",
			"if (any(x%c /= ['vwxyz', 'fghij'])) error stop 'FAIL put'",
			"sync all", "if (this_image() == 1) print '(a)', 'PASS'", "end program", ""}, "\n"))
	s.expect(s.run("coral", "run", "-fc", "gfortran", "-fcheck=all", "-n", "2", "p.f90"), 0, "PASS",
		"")
	s.clean()
	// Where the library path names the first element of a section, there may be none.
	source, err := filepath.Abs("../conformance/fortran/sections/zero_size_checked.f90")
	if err != nil {
		t.Fatal(err)
	}
	s.expect(s.run("coral", "build", "-fc", "gfortran", "-fcheck=all", "-o", "p", source), 0, "",
		"")
	for _, unmapped := range []string{"0", "1"} {
		s.expect(s.run("env", "CORAL_NUM_IMAGES=2", "CORAL_SMP_UNMAPPED="+unmapped, "./p"), 0,
			"PASS", "")
	}
	s.clean()
}

// TestErrorsInOnePass: what Coral finds and what the compiler finds is shown by one command, unless
// Coral's errors are in declarations.
func TestErrorsInOnePass(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("m.f90", "module m\ncontains\nsubroutine s(k)\ninteger :: k\nk = 'abc' + 1\n"+
		"end subroutine\nend module\n")
	s.write("p.f90", "program p\nimplicit none\ninteger :: y[*], only_here\n\n"+
		"only_here = zz[1] + &\n   3\nprint *, y[1,2]\n20 y = sin(3)\n30 y = y[1,1]\n"+
		"block\ninteger :: a(2)\na = 0\nwhere (a > 0)\na = y[1,1]\nend where\nend block\n"+
		"end program\n")
	for _, compiler := range []string{"gfortran", "flang-22"} {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		got := s.run("coral", "build", "-fc", compiler, "-Wall", "-o", "p", "m.f90", "p.f90")
		for _, want := range []string{"p.f90:5:15: error: 'zz' has an image selector",
			"p.f90:7:11: error: 'y' has corank 1", "m.f90:5:",
			"p.f90:8:"} {
			if got.code != 1 || strings.Count(got.stderr, want) != 1 {
				t.Errorf("%s: exit code %d, %q is not there once:\n%s", compiler, got.code, want,
					got.stderr)
			}
		}
		if strings.Contains(strings.ToLower(got.stderr), "continue") ||
			strings.Contains(got.stderr, "-Wunused-variable") {
			t.Errorf("%s: a warning of what was left out:\n%s", compiler, got.stderr)
		}
		// the rest of the file has nothing that Coral rewrites
		s.write("q.f90", "program q\nuse nowhere\nk = x[1]\nend program\n")
		got = s.run("coral", "build", "-fc", compiler, "-o", "q", "q.f90")
		if got.code != 1 || !strings.Contains(got.stderr, "q.f90:3:5: error: 'x' may come from") ||
			!strings.Contains(got.stderr, "\nq.f90:2:5: error: ") {
			t.Errorf("%s: exit code %d:\n%s", compiler, got.code, got.stderr)
		}
	}
	s.write("p.f90", "program p\ninteger, allocatable :: y[*]\ny = sin(3)\nend program\n")
	got := s.run("coral", "build", "-fc", "gfortran", "-o", "p", "p.f90")
	if got.code != 1 || strings.Count(got.stderr, "error: ") != 1 {
		t.Errorf("exit code %d:\n%s", got.code, got.stderr)
	}
	s.clean()
}

// TestChecksWithFlang: of gfortran's -fcheck= Coral does what it can with a compiler that has no
// such option, and says what it cannot.
func TestChecksWithFlang(t *testing.T) {
	needs(t, "flang-22")
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "program p\ninteger :: x(3)[*], i\nx = 7\ni = 4\nsync all\n"+
		"print *, x(i)[1]\nend program\n")
	s.expect(s.run("coral", "run", "-fc", "flang-22", "-fcheck=bounds", "p.f90"), 1, "",
		"flang-22 has no -fcheck=bounds: Coral checks image indices")
	s.expect(s.run("coral", "run", "-fc", "flang-22", "-fcheck=all", "p.f90"), 1, "", "p.f90:6")
	s.expect(s.run("coral", "run", "-fc", "flang-22", "-fcheck=mem", "p.f90"), 0, "",
		"flang-22 has no -fcheck=mem: nothing is checked")
	s.clean()
}

// TestMessagesOfTheCCompiler: its messages about rewritten lines name the user's columns, each
// once.
func TestMessagesOfTheCCompiler(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.c",
		"#include <xmp.h>\n#define TWICE(x) ((x) + (x))\nint a[4]:[*], b[4];\n"+
			"int main(void) {\n  b[0:2] = a[0:2]:[0] + unknown;\n  return TWICE(b[nothing]);\n}\n")
	for _, command := range [][]string{{"run", "-n", "1"}, {"cc", "-c"}} {
		got := s.run("coral", append(command, "p.c")...)
		for _, text := range []string{"p.c:5:25: error: ", "p.c:6:18: error: ",
			"\n      |                  ^~~~~~~\n"} {
			if got.code != 1 || strings.Count(got.stderr, text) != 1 ||
				strings.Contains(got.stderr, "coral_") {
				t.Errorf("%v: exit code %d, and %q is not there once:\n%s", command, got.code, text,
					got.stderr)
			}
		}
	}
}

// TestPreprocessingC: what only preprocesses finds xmp.h, too.
func TestPreprocessingC(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.c", "#include <xmp.h>\nint a:[*] = __LINE__;\n")
	s.expect(s.run("coral", "cc", "-E", "p.c"), 0, "int a:[*] = 2;", "")
	s.expect(s.run("coral", "cc", "-MM", "p.c"), 0, "p.o: p.c\n", "")
	s.clean()
}

// TestNoFile: options alone are no command for a compiler, but those that ask it for something.
func TestNoFile(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	for _, words := range [][]string{{}, {"-c"}, {"-fcoarray=lib", "-c", "-o", "x.o"}, {"-O2"}} {
		got := s.run("coral", append([]string{"fc"}, words...)...)
		if got.code == 0 || !strings.Contains(got.stderr, "coral: error: no file is given") {
			t.Errorf("%v: exit code %d:\n%s", words, got.code, got.stderr)
		}
	}
	s.expect(s.run("coral", "fc", "-dumpversion"), 0, "1", "")
	s.clean()
}

// TestSourcesOfC: a source is C's by its name, by -x, from standard input, or preprocessed; none
// passes with its directives unread.
func TestSourcesOfC(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("part.c", "#include <xmp.h>\nint a[3]:[*];\nint there(int k) { return a[1]:[k]; }\n")
	s.write("main.text",
		"#include <xmp.h>\nextern int a[3]:[*];\nint there(int);\nint main(void) {\n"+
			"  a[1] = 7 + xmpc_this_image();\n#pragma xmp barrier\n  return there(1) != 8;\n}\n")
	s.write("wrong.text", "int main(void) {\n#pragma xmp bariere\n  return 0;\n}\n")
	s.write("hello.c",
		"#include <xmp.h>\nstatic int (*who)(void) = xmpc_this_image;\nint main(void) {\n"+
			"  return who() >= xmpc_num_images() || xmp_wtime() < 0;\n}\n")
	s.expect(s.run("sh", "-c", coral+" cc hello.c -o hello && ./hello && "+coral+
		" cc -c hello.c && "+coral+" cc hello.o && ./a.out"), 0, "", "")
	// Names of another library that begin alike do not make a program one of several images.
	s.write("player.c",
		"#include <stdio.h>\nint xmp_create_context(void);\nint main(void) {\n"+
			"  puts(xmp_create_context() ? \"no\" : \"once\");\n  return 0;\n}\n")
	s.write("library.c", "int xmp_create_context(void) { return 0; }\n")
	if got := s.run("sh", "-c", coral+" cc -c player.c library.c && "+coral+
		" cc player.o library.o -o player && CORAL_NUM_IMAGES=2 ./player"); got.code != 0 ||
		got.stdout != "once\n" {
		t.Errorf("exit code %d, %q\n%s", got.code, got.stdout, got.stderr)
	}
	s.write("wrong.i", "#pragma xmp bariere\n")
	s.expect(s.run("sh", "-c", coral+" cc -x c -c -o part.o - <part.c"), 0, "", "")
	s.expect(s.run("sh", "-c", coral+" cc -x c main.text -x none part.o -o prog"), 0, "", "")
	s.expect(s.run("sh", "-c", coral+" cc -E part.c -o part.i && "+coral+
		" cc -xc main.text -xnone part.i -o other"), 0, "", "")
	for _, prog := range []string{"./prog", "./other"} {
		s.expect(s.run("env", "CORAL_NUM_IMAGES=2", prog), 0, "", "")
	}
	for _, command := range []string{" -x c wrong.text", " -xc - <wrong.text", " -c wrong.i"} {
		s.expect(s.run("sh", "-c", coral+" cc"+command), 1, "",
			"XcalableMP has no directive 'bariere' [C0409]")
	}
	s.clean()
}

// TestSanitizers: the runtime does not stumble over the compilers' own checks of memory, which put
// forbidden bytes between variables.
func TestSanitizers(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("plain.c", "int main(void) { return 0; }\n")
	if got := s.run("gcc", "-fsanitize=address,undefined", "plain.c"); got.code != 0 ||
		s.run("./a.out").code != 0 {
		t.Skipf("gcc has no sanitizers here: %s", got.stderr)
	}
	s.write("p.c", `#include <stdio.h>
#include <xmp.h>
double a[3]:[*], b[5];
char text[7]:[*] = "three";
int main(void) {
    int next = (xmpc_this_image() + 1) % xmpc_num_images();
    a[:] = xmpc_this_image();
    xmp_sync_all();
    b[1:3] = a[:]:[next];
    a[1]:[next] += 1;
    xmp_sync_all();
    puts(b[0] == 0 && b[3] == next && b[4] == 0 && a[1] == xmpc_this_image() + 1 && text[4]:[next] == 'e' ? "PASS" : "FAIL");
}
`)
	s.write("p.f90",
		"program p\nimplicit none\nreal :: a(3)[*] = 1, b(5) = 0\nb(2:4) = a(:)[num_images()]\n"+
			"if (any(b /= [0, 1, 1, 1, 0])) error stop\nprint '(a)', 'PASS'\nend program\n")
	for _, source := range []string{"p.c", "p.f90"} {
		s.expect(s.run("coral", "build", "-fc", "gfortran", "-g", "-fsanitize=address,undefined",
			"-o", "p", source), 0, "", "")
		for _, unmapped := range []string{"0", "1"} {
			got := s.run("env", "CORAL_NUM_IMAGES=2", "CORAL_SMP_UNMAPPED="+unmapped, "./p")
			s.expect(got, 0, "PASS\nPASS\n", "")
		}
	}
	s.clean()
}

// checkedDeclarations begin the program of TestChecks.
var checkedDeclarations = strings.Join([]string{"program p", "use iso_fortran_env", "type t",
	"integer, allocatable :: a(:)", "integer :: f(3)", "end type",
	"type ct", "integer, allocatable :: r(:)[:,:], s[:]", "end type",
	"type(t) :: x[*], y(2)[*], z(2)[2,*]", "type(ct) :: c", "type(lock_type) :: l[*], lk[2,*]",
	"type(event_type) :: e[*], ev[2,*]",
	"integer :: u(4)[*], w(4,0:3)[2,*], v(4), n, k, i", "integer(atomic_int_kind) :: at[2,*]",
	"integer, allocatable :: h(:)[:], g[:,:]",
	"character(:), allocatable :: sc[:], sv(:)[:]", "type lt",
	"character(:), allocatable :: c", "end type", "type(lt) :: lo[*]", ""}, "\n")

// brokenRule is a statement that breaks a rule of coindexed objects, and its message.
type brokenRule struct{ name, statement, message string }

// imageChecks break rules about image indices and cosubscripts.
var imageChecks = []brokenRule{
	{"image", "print *, u(1)[k]",
		"image selector: the image index is 3, there are 2 images [R0203]"},
	{"image-defined", "u(1)[k] = 1",
		"image selector: the image index is 3, there are 2 images [R0203]"},
	{"image-implied-do", "print *, (u(1)[i], i=0,2)",
		"image selector: the image index is 0, there are 2 images [R0203]"},
	{"image-condition", "if (u(1)[k] > 0) print *, 1",
		"image selector: the image index is 3, there are 2 images [R0203]"},
	{"image-cosubscripts", "w(1,1)[1,2] = 5",
		"image selector: the image index is 3, there are 2 images [R0203]"},
	{"cosubscript", "w(1,1)[k,1] = 5",
		"image selector: cosubscript 1 of 'w' is 3, its cobounds are 1 and 2 [R0313]"},
	{"cosubscript-exists", "print *, w(1,1)[2-k,2]",
		"image selector: cosubscript 1 of 'w' is -1, its cobounds are 1 and 2 [R0313]"},
	{"cosubscript-zero", "v(:) = w(:,1)[0,2]",
		"image selector: cosubscript 1 of 'w' is 0, its cobounds are 1 and 2 [R0313]"},
	{"cosubscript-implied-do", "print *, (w(1,1)[i,2], i=0,1)",
		"image selector: cosubscript 1 of 'w' is 0, its cobounds are 1 and 2 [R0313]"},
	{"cosubscript-component", "print *, z(1)[0,2]%a(1)",
		"image selector: cosubscript 1 of 'z' is 0, its cobounds are 1 and 2 [R0313]"},
	{"cosubscript-allocatable", "print *, g[n-1,0]",
		"image selector: cosubscript 1 of 'g' is 4, its cobounds are 2 and 3 [R0313]"},
	{"cosubscript-coarray-component", "print *, c%r(1)[k,1]",
		"image selector: cosubscript 1 of 'r' is 3, its cobounds are 1 and 2 [R0313]"},
	{"image-coarray-component", "c%s[k] = 1",
		"image selector: the image index is 3, there are 2 images [R0203]"},
	{"cosubscript-team", "print *, w(1,1)[0, 2, team=get_team()]",
		"image selector: cosubscript 1 of 'w' is 0, its cobounds are 1 and 2 [R0313]"},
	{"cosubscript-event", "event post (ev[0,2])",
		"image selector: cosubscript 1 of 'ev' is 0, its cobounds are 1 and 2 [R0313]"},
	{"cosubscript-lock", "lock (lk[0,2])",
		"image selector: cosubscript 1 of 'lk' is 0, its cobounds are 1 and 2 [R0313]"},
	{"cosubscript-atomic", "call atomic_add(at[0,2], 1)",
		"image selector: cosubscript 1 of 'at' is 0, its cobounds are 1 and 2 [R0313]"},
	{"cosubscript-argument", "call s(w(:,1)[0,2])",
		"image selector: cosubscript 1 of 'w' is 0, its cobounds are 1 and 2 [R0313]"},
	{"cosubscript-dummy", "call d(u)",
		"image selector: cosubscript 1 of 'q' is 3, its cobounds are -1 and 1 [R0313]"},
	{"image-event", "event post (e[k])",
		"image selector: the image index is 3, there are 2 images [R0203]"},
}

// shapeChecks break rules about shapes and character lengths.
var shapeChecks = []brokenRule{
	{"shape-copy", "v(1:n) = u(1:n-1)[2]",
		"assignment: dimension 1 has 5 elements on the left, 4 on the right [R0404]"},
	{"shape-put", "u(:)[2] = v(2:n-1)",
		"assignment: dimension 1 has 4 elements on the left, 3 on the right [R0404]"},
	{"shape-expression", "v(1:k) = 1 - u(::2)[2]",
		"assignment: dimension 1 has 3 elements on the left, 2 on the right [R0404]"},
	{"shape-constructor", "u(1:n-1)[2] = [1, 2, 3]",
		"assignment: dimension 1 has 4 elements on the left, 3 on the right [R0404]"},
	{"length", "sc[1] = 'longer'",
		"assignment: the character has the length 3 on the other image, the value has 6 " +
			"[R0404]"},
	{"length-array", "sv[1] = sv(:)[2](:n-3)",
		"assignment: the character has the length 3 on the other image, the value has 2 " +
			"[R0404]"},
	{"length-component", "lo[1]%c = sc//sc[1]",
		"assignment: the character has the length 3 on the other image, the value has 6 " +
			"[R0404]"},
}

// subscriptChecks break rules about subscripts.
var subscriptChecks = []brokenRule{
	{"subscript", "print *, u(n)[2]",
		"coindexed object: the subscript of dimension 1 of 'u' is 5, its bounds are 1 and 4 " +
			"[R0309]"},
	{"subscript-section", "v(1:1) = w(n-4:n-4, n-6)[1,1] + w(1, 0:0)[1,1]",
		"coindexed object: the subscript of dimension 2 of 'w' is -1, its bounds are 0 and 3 " +
			"[R0309]"},
	{"subscript-stride", "v(1:3) = u(n:1:-2)[1] + 1",
		"coindexed object: the subscript of dimension 1 of 'u' is 5, its bounds are 1 and 4 " +
			"[R0309]"},
	{"subscript-vector", "v(1:2) = u([1, n])[1]",
		"coindexed object: the subscript of dimension 1 of 'u' is 5, its bounds are 1 and 4 " +
			"[R0309]"},
	{"subscript-component", "print *, x[1]%f(n)",
		"coindexed object: the subscript of dimension 1 of 'f' is 5, its bounds are 1 and 3 " +
			"[R0309]"},
	{"subscript-allocated", "print *, x[1]%a(n)",
		"coindexed object: the subscript of dimension 1 of 'a' is 5, its bounds are 1 and 2 " +
			"[R0309]"},
	{"implied-subscript", "print *, (u(i)[2], i=2,n)",
		"coindexed object: the subscript of dimension 1 of 'u' is 5, its bounds are 1 and 4 " +
			"[R0309]"},
	{"implied-section", "v(1:2) = [(u(i:n:2)[2], i=3,3)]",
		"coindexed object: the subscript of dimension 1 of 'u' is 5, its bounds are 1 and 4 " +
			"[R0309]"},
	{"implied-vector", "print *, (w(i, [0, n])[1,1], i=1,2)",
		"coindexed object: the subscript of dimension 2 of 'w' is 5, its bounds are 0 and 3 " +
			"[R0309]"},
	{"implied-component", "print *, (x[1]%f(i), i=n-2,n-1)",
		"coindexed object: the subscript of dimension 1 of 'f' is 4, its bounds are 1 and 3 " +
			"[R0309]"},
	{"implied-allocated", "print *, (x[1]%a(i), i=1,n)",
		"coindexed object: the subscript of dimension 1 of 'a' is 3, its bounds are 1 and 2 " +
			"[R0309]"},
	{"implied-element", "print *, (y(i)[1]%a(1), i=1,n)",
		"coindexed object: the subscript of dimension 1 of 'y' is 3, its bounds are 1 and 2 " +
			"[R0309]"},
	{"implied-image", "print *, (y(1)[i]%a(1), i=k,k)",
		"image selector: the image index is 3, there are 2 images [R0203]"},
	{"forall", "forall (i=1:2) u(i+k)[1] = i",
		"coindexed object: the subscript of dimension 1 of 'u' is 5, its bounds are 1 and 4 " +
			"[R0309]"},
}

// stateChecks break rules about objects that are not allocated, and locks.
var stateChecks = []brokenRule{
	{"not-allocated-component", "print *, x[2]%a(1)",
		"image selector: the component is not allocated, or points to nothing, on image 2 " +
			"[R0307]"},
	{"not-allocated", "print *, h(1)[2]",
		"image selector: the coarray is not allocated on this image [R0301]"},
	{"not-locked", "unlock (l[2])", "unlock: the variable is not locked [R0206]"},
	{"locked-by-other", "unlock (l[1])",
		"unlock: another image has locked the variable [R0207]"},
}

// checkedProgram has the statements of all tests, and executes the one whose number it is given. at
// are their lines, inDummy that of the procedure with a dummy argument.
func checkedProgram(tests []brokenRule) (text string, at []int, inDummy int) {
	var program strings.Builder
	lines := func() int { return strings.Count(program.String(), "\n") }
	program.WriteString(checkedDeclarations +
		"integer :: which\ncharacter(9) :: number\ncall get_command_argument(1, number)\n" +
		"read (number, *) which\n" +
		"n = 5; k = 3; u = 0; w = 0; x%f = 0; allocate (g[2:3,0:*], c%r(2)[2,*], c%s[*])\n" +
		"allocate (character(3) :: sc[*], sv(2)[*])\nlo%c = 'abc'\nsc = 'xyz'\n" +
		"if (this_image() == 1) then\n" +
		"allocate (x%a(2), y(1)%a(2), y(2)%a(2), source=0)\nlock (l)\nend if\nsync all\n" +
		"if (this_image() == 2) then\nselect case (which)\n")
	at = make([]int, len(tests))
	for i, test := range tests {
		fmt.Fprintf(&program, "case (%d)\n", i)
		at[i] = lines() + 1
		program.WriteString(test.statement + "\n")
	}
	program.WriteString("end select\nend if\nsync all\nprint *, v, u\ncontains\nsubroutine s(a)\n" +
		"integer :: a(:)\na = 1\nend subroutine\n" +
		"subroutine d(q)\ninteger :: q(4)[-1:n-4,*]\n")
	inDummy = lines() + 1
	program.WriteString("print *, q(1)[n-2,1]\nend subroutine\nend program\n")
	return program.String(), at, inDummy
}

// TestChecks runs programs that break a rule of coindexed objects, most of which only -check
// notices.
func TestChecks(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	tests := slices.Concat(imageChecks, shapeChecks, subscriptChecks, stateChecks)
	program, at, inDummy := checkedProgram(tests)
	s.write("p.f90", program)
	s.expect(s.run("coral", "build", "-check", "-o", "p", "p.f90"), 0, "", "")
	for i, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			line := at[i]
			if test.name == "cosubscript-dummy" {
				line = inDummy
			}
			want := fmt.Sprintf("coral: image 2: p.f90:%d: ", line) + test.message +
				"\ncoral: help: "
			for _, unmapped := range []string{"0", "1"} {
				got := s.run("env", "CORAL_NUM_IMAGES=2", "CORAL_SMP_UNMAPPED="+unmapped, "./p",
					fmt.Sprint(i))
				if got.code == 0 || !strings.Contains(got.stderr, want) {
					t.Errorf("unmapped %s: exit code %d, want the message\n%s\ngot\n%s", unmapped,
						got.code, want, got.stderr)
				}
			}
		})
	}
	s.clean()
	s.expect(s.run("coral", "run", "--help"), 0, "-check", "")
}

// TestCopiedShapes: where images are not mapped a copy of sections of different shapes ends the run
// at its statement, without -check too.
func TestCopiedShapes(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	compilers := []string{"gfortran"}
	if _, err := exec.LookPath("flang-22"); err == nil {
		compilers = append(compilers, "flang-22")
	}
	s.write("p.f90",
		"program p\ninteger :: u(4)[*], v(9), n\nn = 5; v = this_image(); u = 0\nsync all\n"+
			"if (this_image() == 2) then\n"+
			"u(1:n-2)[1] = v(1:n-1)\nend if\nsync all\nprint *, u, v\nend program\n")
	for _, fc := range compilers {
		s.expect(s.run("coral", "build", "-fc", fc, "-o", "p", "p.f90"), 0, "", "")
		got := s.run("env", "CORAL_NUM_IMAGES=2", "CORAL_SMP_UNMAPPED=1", "./p")
		if want := "coral: image 2: p.f90:6: assignment: dimension 1 has 3 elements on the " +
			"left, 4 on the right [R0404]"; got.code == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: exit code %d, want the message\n%s\ngot\n%s", fc, got.code, want,
				got.stderr)
		}
	}
	s.clean()
}

// TestMismatchedCollectives: images that execute different collectives, or one with different types
// or images, learn of both statements.
func TestMismatchedCollectives(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90",
		"program p\nuse iso_fortran_env\nreal(real64) :: r\ninteger(int64) :: i\n"+
			"real(real32) :: a(1000)\nr = 1; i = 1; a = 1\n"+
			"select case (command_argument_count())\n"+
			"case (0)\nif (this_image() == 2) then\ncall co_max(r)\nelse\ncall co_sum(r)\nend if\n"+
			"case (1)\nif (this_image() == 2) then\ncall co_sum(i)\nelse\ncall co_sum(r)\nend if\n"+
			"case (2)\ncall co_broadcast(a, this_image())\n"+
			"case (3)\nif (this_image() == 2) then\ncall co_sum(a(:4))\nelse\ncall co_sum(a)\n"+
			"end if\n"+
			"end select\nend program\n")
	s.expect(s.run("coral", "build", "-o", "p", "p.f90"), 0, "", "")
	for i, want := range [][2]string{
		{"p.f90:12: co_sum: image 1 executes co_sum of real(8), but image 2 executes " +
			"co_max of real(8) at p.f90:10 [", "p.f90:10: co_max: image 2 executes co_max of " +
			"real(8), but image 1 executes co_sum of real(8) at p.f90:12 ["},
		{"p.f90:18: co_sum: image 1 executes co_sum of real(8), but image 2 executes " +
			"co_sum of integer(8) at p.f90:16 [", "p.f90:16: co_sum: image 2 executes co_sum " +
			"of integer(8), but image 1 executes co_sum of real(8) at p.f90:18 ["},
		{"image 1 executes co_broadcast of real(4) from image 1, but image 2 executes " +
			"co_broadcast of real(4) from image 2 at ", "image 2 executes " +
			"co_broadcast of real(4) from image 2, but image 1 executes " +
			"co_broadcast of real(4) from image 1 at "},
		{"p.f90:26: co_sum: image 1 executes co_sum of real(4) (more than 112 bytes), but " +
			"image 2 executes co_sum of real(4) (16 bytes) at p.f90:24 [", "p.f90:24: co_sum: " +
			"image 2 executes co_sum of real(4) (16 bytes), but image 1 executes co_sum of " +
			"real(4) (more than 112 bytes) at p.f90:26 ["},
	} {
		got := s.run("env", append([]string{"CORAL_NUM_IMAGES=2", "./p"}, make([]string, i)...)...)
		if got.code != 1 || !strings.Contains(got.stderr, want[0]) &&
			!strings.Contains(got.stderr, want[1]) || !strings.Contains(got.stderr, "[R0401]") {
			t.Errorf("%d: exit code %d, want one of\n%s\n%s\ngot\n%s", i, got.code, want[0],
				want[1], got.stderr)
		}
		got = s.run("env", append([]string{"CORAL_NUM_IMAGES=2", "CORAL_SMP_UNMAPPED=1", "./p"},
			make([]string, i)...)...)
		if got.code != 1 || !strings.Contains(got.stderr, ", but image ") ||
			!strings.Contains(got.stderr, " at p.f90:") ||
			!strings.Contains(got.stderr, " [R0401]") {
			t.Errorf("%d, not mapped: exit code %d\n%s", i, got.code, got.stderr)
		}
	}
	s.clean()
}

// TestFaults: without -check, an image index that is too large leads to memory of no image. The
// message says so in words of Fortran, and the launcher names the line though nobody asked for
// debugging. Other faults are not explained that way; gfortran's backtrace names their line.
func TestFaults(t *testing.T) {
	t.Parallel()
	const explained = "coral: image 2: p.f90:8: memory was used where image 9 would be, and " +
		"there are 2 images: with -check the run ends at the statement [R0203]"
	s := newShell(t)
	for _, test := range []struct {
		name, statement string
		index           bool
	}{
		{"image", "x(3)[k] = 1", true},
		{"pointer", "q(3) = 1", false},
	} {
		where := map[bool]string{true: "image 2 stood at p.f90:8 in p",
			false: "p.f90:8\n"}[test.index]
		t.Run(test.name, func(t *testing.T) {
			s.write("p.f90",
				"program p\ninteger :: x(10)[*], k\ninteger, pointer :: q(:)\nnullify (q)\n"+
					"k = 9\nsync all\nif (this_image() == 2) then\n"+
					test.statement+"\nend if\nsync all\nend program\n")
			got := s.run("coral", "run", "-fc", "gfortran", "-n", "2", "p.f90")
			if got.code != 128+int(syscall.SIGSEGV) ||
				strings.Contains(got.stderr, explained) != test.index ||
				!strings.Contains(got.stderr, where) || strings.Contains(got.stderr, "xmp") ||
				strings.Contains(got.stderr, "Backtrace") == test.index ||
				strings.Contains(got.stderr, "-g -fcheck=bounds,pointer, so that") == test.index {
				t.Errorf("exit code %d, messages:\n%s", got.code, got.stderr)
			}
			s.clean()
		})
	}
}

// TestFaultOfAll: images that all have the same fault are not said to have ended.
func TestFaultOfAll(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "program p\ninteger :: x(10)[*], k\nk = 5\nsync all\nx(3)[k] = 1\n"+
		"sync all\nend program\n")
	got := s.run("coral", "run", "-fc", "gfortran", "-n", "4", "p.f90")
	if got.code != 128+int(syscall.SIGSEGV) || strings.Contains(got.stderr, "ended") ||
		!strings.Contains(got.stderr, ": p.f90:5: memory was used where image 5 would be") {
		t.Errorf("exit code %d, messages:\n%s", got.code, got.stderr)
	}
	s.clean()
}

// TestEventOfNoImage: an event of an image that does not exist is a wrong image index.
func TestEventOfNoImage(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "program p\nuse iso_fortran_env\ntype(event_type) :: e[*]\ninteger :: k\n"+
		"k = 3\nsync all\nif (this_image() == 2) event post (e[k])\nsync all\nend program\n")
	s.expect(s.run("coral", "build", "-o", "p", "p.f90"), 0, "", "")
	for _, unmapped := range []string{"0", "1"} {
		got := s.run("sh", "-c", "CORAL_NUM_IMAGES=2 CORAL_SMP_UNMAPPED="+unmapped+" ./p")
		s.expect(got, 1, "", "coral: image 2: p.f90:7: event post: the variable lies where "+
			"image 3 would be, and there are 2 images: the image index is wrong; with -check the "+
			"message has its value [R0203]")
	}
	s.clean()
}

// TestFaultInTeam: the image index is that of the current team, as the program has it.
func TestFaultInTeam(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write(
		"p.f90", "program p\nuse iso_fortran_env\ntype(team_type) :: t\ninteger :: x(10)[*], k\n"+
			"k = 4\nform team (1 + mod(this_image(), 2), t)\nchange team (t)\n"+
			"if (k > 0) x(3)[k] = 1\n"+
			"end team\nend program\n")
	got := s.run("coral", "run", "-n", "4", "p.f90")
	for _, want := range []string{
		"memory was used where image 4 would be in the current team, and its size is 2: ",
		" stood at p.f90:8 in ",
	} {
		if got.code != 128+int(syscall.SIGSEGV) || !strings.Contains(got.stderr, want) {
			t.Errorf("exit code %d, %q is missing:\n%s", got.code, want, got.stderr)
		}
	}
	s.clean()
}

// TestProgramNotStarted: what keeps the system from starting a program that the user names is not
// looked for in the directory for temporary files.
func TestProgramNotStarted(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "sync all\nend\n")
	s.expect(s.run("coral", "build", "-o", "p", "p.f90"), 0, "", "")
	s.expect(s.run("sed", "-i", "s,/lib64/ld-linux-,/lib64/no-linux-,", "p"), 0, "", "")
	s.expect(s.run("coral", "run", "-n", "2", "./p"), 1, "",
		"the program's loader, or the script's interpreter, does not exist")
	s.clean()
}

// TestStack: a stack that is full is called so, and the launcher names the line, whatever the
// compiler's own handler would do.
func TestStack(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90",
		"program p\ninteger :: x(10)[*]\nx = 1\nsync all\n"+
			"if (this_image() == 2) print *, deep(x(1)[1])\nsync all\ncontains\n"+
			"recursive integer function deep(n) result(r)\ninteger, intent(in) :: n\n"+
			"integer :: a(10000)\na(1 + mod(n, 100)) = n\n"+
			"r = deep(n + 1) + a(1 + mod(n, 100))\nend function\nend program\n")
	s.expect(s.run("coral", "build", "-fc", "gfortran", "-g", "-o", "p", "p.f90"), 0, "", "")
	few := s.run("sh", "-c", `ulimit -n 12 && exec "$0" run p.f90`, s.command("coral").Path)
	s.expect(few, 1, "",
		"coral: note: the limit of open files is too low: raise it (ulimit -Hn)")
	// too few addresses even for the launcher, which says so by itself
	s.expect(s.run("sh", "-c", "ulimit -v 400000 && ./p"), 127, "",
		"the limit of the address space (ulimit -v) is 390 MiB")
	for _, unmapped := range []string{"0", "1"} {
		got := s.run("sh", "-c", "ulimit -s 8192 && CORAL_NUM_IMAGES=2 CORAL_SMP_UNMAPPED="+
			unmapped+" ./p")
		if got.code != 128+int(syscall.SIGSEGV) ||
			!strings.Contains(got.stderr, "coral: image 2: p.f90:") ||
			!strings.Contains(got.stderr, ": the stack is full: it may grow to ") ||
			!strings.Contains(got.stderr, "image 2 stood at p.f90:") {
			t.Errorf("exit code %d, messages:\n%s", got.code, got.stderr)
		}
	}
	s.clean()
}

// TestDivisionByZero: a quotient of another image's elements ends the image that has written it, at
// its line, whether that or the other image would do the division.
func TestDivisionByZero(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.c",
		"#include <xmp.h>\nint a[8]:[*], b[4];\nint main(int c, char **v)\n{\n"+
			"  xmp_sync_all();\n  if (xmpc_this_image() == 1 && c == 1)\n    a[1]:[0] /= b[1];\n"+
			"  if (xmpc_this_image() == 1)\n    a[0:4:2]:[0] /= b[0:4];\n  xmp_sync_all();\n}\n")
	s.expect(s.run("coral", "build", "-g", "-o", "p", "p.c"), 0, "", "")
	for _, unmapped := range []string{"0", "1"} {
		for argument, line := range map[string]string{"": "7", "x": "9"} {
			got := s.run("sh", "-c", "CORAL_NUM_IMAGES=2 CORAL_SMP_UNMAPPED="+unmapped+" ./p "+
				argument)
			if got.code != 128+int(syscall.SIGFPE) ||
				!strings.Contains(got.stderr, "image 2 stood at p.c:"+line+" in main\n") ||
				!strings.Contains(got.stderr, "note: an integer was divided by 0") {
				t.Errorf("exit code %d, messages:\n%s", got.code, got.stderr)
			}
		}
	}
	s.clean()
}

// TestNoInputOverwritten: -o does not name a file that is read, by whatever name.
func TestNoInputOverwritten(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	const c = "int a:[*];\nint main(void)\n{\n  return a:[0];\n}\n"
	const fortran = "integer :: x[*]\nend\n"
	s.write("p.c", c)
	s.write("p.f90", fortran)
	for _, words := range []string{"fc p.f90 -o p.f90", "fc -c -op.f90 p.f90",
		"fc -S p.f90 -o ./p.f90",
		"cc p.c -o p.c", "cc -c -o ./p.c p.c", "build p.c -o p.c", "build p.f90 -o ./p.f90"} {
		got := s.run("coral", strings.Fields(words)...)
		if got.code == 0 || !strings.Contains(got.stderr,
			", an input: give the output another name [C0303]") {
			t.Errorf("%s: exit code %d, %s", words, got.code, got.stderr)
		}
	}
	s.write("q.f90", fortran)
	s.write("q.F90", fortran)
	s.write("q.s", c)
	s.write("q.c", c)
	s.write("args", "-Map=p.f90\n")
	s.expect(s.run("ln", "-s", "p.f90", "soft"), 0, "", "")
	s.expect(s.run("ln", "p.f90", "hard"), 0, "", "")
	for _, words := range []string{"-MF fc -cpp -MD -MF p.f90 -c p.f90",
		"-MF fc -cpp -M -MF./p.f90 p.f90", "-MF cc -MD -MF p.c -c p.c", "-MF cc -M -MFp.c p.c",
		"-MF build -Xpreprocessor -MF -Xpreprocessor p.c p.c", "-MD cc -c -Wp,-MD,p.c p.c",
		"-o cc -E -o ./p.c p.c", "-o fc -cpp -E -osoft p.f90", "-o fc -c -o hard p.f90",
		"--output cc -c --output=./p.c p.c", "-Map fc p.f90 -Wl,-Map=soft",
		"-Map fc p.f90 -Xlinker -Map -Xlinker hard", "-Map fc p.f90 -Wl,@args",
		"-Map build p.f90 -Wl,-Map,p.f90", "-Map run p.f90 -Xlinker -Map=p.f90",
		"--Map build p.c -Wl,--Map=p.c", "--dependency-file fc -Wl,--dependency-file=p.f90 p.f90",
		"--out-implib fc -Wl,--out-implib=p.f90 p.f90", "-aux-info cc -aux-info p.c -c p.c",
		"-fdump-tree-original build -fdump-tree-original=p.f90 p.f90",
		"-fdump-tree-all fc -fdump-tree-all=p.f90 -c p.f90",
		"-fopt-info-all translate -fopt-info-all=p.f90 p.f90", "-al cc -Wa,-al=p.c -c p.c",
		"-save-temps fc -cpp -save-temps -c q.F90 q.f90", "-S cc -S q.c q.s",
		"-save-temps fc -save-temps -c q.f90 q.s"} {
		option, words, _ := strings.Cut(words, " ")
		got := s.run("coral", strings.Fields(words)...)
		if got.code == 0 || !strings.Contains(got.stderr, "coral: error: "+option+" ") ||
			!strings.Contains(got.stderr, ", an input: give the output another name [C0303]") {
			t.Errorf("%s: exit code %d, %s", words, got.code, got.stderr)
		}
	}
	for name, want := range map[string]string{"p.c": c, "p.f90": fortran, "q.f90": fortran,
		"q.F90": fortran, "q.s": c} {
		text, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	s.expect(s.run("coral", "cc", "-x", "c", "-c", "/dev/null", "-o", "/dev/null"), 0, "", "")
	s.expect(s.run("coral", "fc", "-c", "p.f90", "-o", "p.o"), 0, "", "")
	s.expect(s.run("coral", "fc", "-c", "p.f90", "-o", "p.o"), 0, "", "")
	s.expect(s.run("coral", "fc", "p.o", "-o", "p.o"), 2, "", "would overwrite p.o, an input")
	s.expect(s.run("coral", "fc", "-save-temps", "-c", "p.f90"), 0, "", "")
	s.expect(s.run("coral", "fc", "p.f90", "-Wl,-Map=p.map", "-fdump-tree-original=p.tree"), 0, "",
		"")
	s.clean()
}

// TestFilesOfArguments: what is wrong with words of @FILE names FILE.
func TestFilesOfArguments(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "integer :: x[*]\nend\n")
	s.write("p.c", "#include <xmp.h>\nint main(void)\n{\n  xmp_sync_all();\n}\n")
	s.write("open", "-O1\n-DS='a b\n")
	s.write("unknown", "--unheard p.f90")
	s.write("missing", "-o")
	s.write("static", "-static")
	for line, want := range map[string]string{
		"fc @open p.f90":        "@open: the quotation mark ' in line 2 is not closed [C0303]",
		"cc @open p.c":          "@open: the quotation mark ' in line 2 is not closed [C0303]",
		"build @open p.f90":     "@open: the quotation mark ' in line 2 is not closed [C0303]",
		"build @unknown":        "words of the command line come from @unknown\n",
		"run p.f90 @missing":    "words of the command line come from @missing\n",
		"fc p.f90 @missing":     "words of the command line come from @missing\n",
		"cc p.c @missing":       "words of the command line come from @missing\n",
		"cc p.c @static":        "words of the command line come from @static\n",
		"fc p.f90 @static":      "words of the command line come from @static\n",
		"build -MD p.f90":       "coral: note: `coral fc` and `coral cc` write rules for make\n",
		"build -Wp,-MD,d p.f90": "coral: note: `coral fc` and `coral cc` write rules for make\n",
		"run -M p.c":            "coral: note: `coral fc` and `coral cc` write rules for make\n",
		"run -MD p.c":           "coral: note: `coral fc` and `coral cc` write rules for make\n",
		"build -MD -MF d p.c":   "",
	} {
		got := s.run("coral", strings.Fields(line)...)
		if (got.code == 0) != (want == "") || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: exit code %d, %s", line, got.code, got.stderr)
		}
	}
}

// TestSlimObjects: objects of -flto are not linked without it: the linker leaves them out, and says
// no error.
func TestSlimObjects(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.c", "#include <xmp.h>\nint a:[*];\nint main(void)\n{\n  xmp_sync_all();\n}\n")
	s.write("p.f90", "integer :: x[*]\nx = 1\nsync all\nend\n")
	for command, source := range map[string]string{"cc": "p.c", "fc": "p.f90"} {
		s.expect(s.run("coral", command, "-flto", "-c", "-o", "p.o", source), 0, "", "")
		for _, linker := range []string{command, "build"} {
			s.expect(s.run("coral", linker, "-fno-lto", "-o", "p", "p.o"), 1, "",
				"-fno-lto cannot be obeyed: p.o holds no code")
		}
		s.expect(s.run("coral", command, "-fno-use-linker-plugin", "-flto", "-o", "p", "p.o"), 1,
			"", "-fno-use-linker-plugin cannot be obeyed: p.o holds no code")
		s.expect(s.run("coral", command, "-o", "p", "p.o"), 0, "", "")
		s.expect(s.run("coral", "run", "-n", "2", "p"), 0, "", "")
		s.expect(s.run("coral", command, "-flto", "-ffat-lto-objects", "-c", "-o", "p.o", source),
			0, "", "")
		s.expect(s.run("coral", command, "-fno-lto", "-o", "p", "p.o"), 0, "", "")
		s.expect(s.run("coral", "run", "-n", "2", "p"), 0, "", "")
	}
	s.clean()
}

// TestSlimObjectsByLLD: lld leaves gcc's objects of -flto out without a word.
func TestSlimObjectsByLLD(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("ld.lld"); err != nil {
		t.Skip(err)
	}
	s := newShell(t)
	s.write("p.c", "#include <xmp.h>\nint a:[*];\nint main(void)\n{\n  xmp_sync_all();\n}\n")
	s.write("p.f90", "integer :: x[*]\nx = 1\nsync all\nend\n")
	for command, source := range map[string]string{"cc": "p.c", "fc": "p.f90"} {
		s.expect(s.run("coral", command, "-flto", "-c", "-o", "p.o", source), 0, "", "")
		s.expect(s.run("gcc-ar", "rcs", "p.a", "p.o"), 0, "", "")
		for _, linker := range []string{command, "build"} {
			for _, object := range []string{"p.o", "p.a"} {
				s.expect(s.run("coral", linker, "-fuse-ld=lld", "-o", "p", object), 1, "",
					object+" holds no code")
				if _, err := os.Stat(filepath.Join(s.dir, "p")); err == nil {
					t.Errorf("%s %s has left a program", linker, object)
				}
			}
		}
	}
	s.clean()
}

// TestSlimObjectsOfOthers: a linker of another compiler has no plugin for gcc's objects of -flto.
func TestSlimObjectsOfOthers(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.c", "#include <xmp.h>\nint a:[*];\nint main(void)\n{\n  xmp_sync_all();\n}\n")
	s.write("p.f90", "integer :: x[*]\nx = 1\nsync all\nend\n")
	s.expect(s.run("coral", "cc", "-flto", "-c", "-o", "c d.o", "p.c"), 0, "", "")
	s.expect(s.run("coral", "fc", "-flto", "-c", "-o", "f.o", "p.f90"), 0, "", "")
	s.expect(s.run("gcc-ar", "rcs", "c.a", "c d.o"), 0, "", "")
	type link struct {
		compiler, object string
		words            []string
	}
	all := []string{"-Wl,--whole-archive", "c.a", "-Wl,--no-whole-archive"}
	for _, l := range []link{
		{"CORAL_CC=clang", "c d.o", []string{"cc", "c d.o"}},
		{"CORAL_CC=clang", "c.a(c d.o)", append([]string{"cc"}, all...)},
		{"CORAL_FC=flang-22", "f.o", []string{"fc", "f.o"}},
		{"CORAL_FC=flang-22", "f.o", []string{"build", "f.o"}},
	} {
		if _, err := exec.LookPath(strings.SplitN(l.compiler, "=", 2)[1]); err != nil {
			continue
		}
		for _, name := range []string{"-op", "a.out"} {
			words := l.words
			if name == "a.out" && l.words[0] == "build" {
				continue // it is named otherwise
			} else if name == "-op" {
				words = slices.Concat(words, []string{"-o", "p"})
			}
			cmd := s.command("coral", words...)
			cmd.Env = append(slices.Clone(s.env), l.compiler)
			s.expect(s.finish(cmd), 1, "", l.object+" holds no code")
			if _, err := os.Stat(filepath.Join(s.dir, strings.TrimPrefix(name, "-o"))); err == nil {
				t.Errorf("%v %v has left a program", l.compiler, words)
			}
		}
	}
	s.clean()
}

// TestGold: what gold links calls weak symbols that nothing defines.
func TestGold(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.c", "#include <xmp.h>\nint a:[*];\nint main(void)\n{\n  xmp_sync_all();\n}\n")
	s.write("p.f90", "integer :: x[*]\nx = 1\nsync all\nend\n")
	for command, source := range map[string]string{"cc": "p.c", "fc": "p.f90", "build": "p.f90"} {
		s.expect(s.run("coral", command, "-fuse-ld=gold", "-o", "p", source), 1, "",
			"the option -fuse-ld=gold cannot be obeyed")
	}
	s.clean()
}

// TestFaultLines: flang's runtime says nothing of a fault; the launcher names the lines, of the
// instruction and of the calls, if the program has line tables.
func TestFaultLines(t *testing.T) {
	t.Parallel()
	const compiler = "flang-22"
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skip(compiler + " is not installed")
	}
	s := newShell(t)
	s.write("p.f90",
		"module m\ninteger, pointer :: q(:) => null()\ncontains\nsubroutine work(k)\n"+
			"integer, intent(in) :: k\nq(k) = 1\nend subroutine\nend module\n"+
			"program p\nuse m\ninteger :: x[*]\nx = 3\nsync all\nif (this_image() == 2) then\n"+
			"call work(x[1])\nend if\nsync all\nend program\n")
	for options, want := range map[string]string{
		"-O0": "coral: note: image 2 stood at p.f90:6 in work of module m, called from " +
			"p.f90:15 in the main program",
		"-g": "coral: note: image 2 stood at p.f90:6 in work of module m, called from " +
			"p.f90:15 in the main program",
		"-g0": "coral: note: image 2 stood in the main program (without a line: compile with -g)\n",
	} {
		got := s.run("coral", "run", "-fc", compiler, options, "-n", "2", "p.f90")
		if got.code != 128+int(syscall.SIGSEGV) || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: exit code %d, want the message\n%s\ngot\n%s", options, got.code, want,
				got.stderr)
		}
	}
	s.clean()
}

// TestLongLines: lines of more columns than gfortran reads are warned of where Coral compiles them
// whole, and are the compiler's business in modules that have to do with images in other files.
func TestLongLines(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	sum := "1" + strings.Repeat(" ", 100) + "+ 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10"
	s.write("p.f90", "program p\ninteger :: x[*]\nx = "+sum+"\nprint *, x\nend program\n")
	s.write("m.f90", "module m\ninteger :: k = "+sum+"\nend module\n")
	s.write("c.f90", "program c ! "+strings.Repeat("-", 150)+"\ninteger :: x[*]\nend program\n")
	const warning, none = "gfortran alone refuses more than 132", "-ffree-line-length-none"
	s.expect(s.run("coral", "run", "-fc", "gfortran", "-n", "1", "p.f90"), 0, "55", warning)
	s.expect(s.run("coral", "fc", "-fc", "gfortran", "-c", "p.f90"), 0, "", warning)
	s.expect(s.run("coral", "fc", "-fc", "gfortran", "-fcoarray=lib", "-c", "m.f90"), 1, "",
		"Line truncated")
	for _, words := range [][]string{{none, "p.f90"}, {none, "m.f90"}, {"c.f90"}} {
		got := s.run("coral", append([]string{"fc", "-fc", "gfortran", "-fcoarray=lib", "-c"},
			words...)...)
		if got.code != 0 || got.stderr != "" {
			t.Errorf("%q: exit code %d, messages:\n%s", words, got.code, got.stderr)
		}
	}
}

// TestFullOutput: who keeps what a command prints hears that it could not be written.
func TestFullOutput(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "sync all\nend\n")
	for _, words := range []string{"info", "info --json", "help", "help run", "explain",
		"explain C0301", "version", "conduit --json", "completion bash", "bench operations --list",
		"bench papers --list", "translate p.f90"} {
		got := s.run("sh", append([]string{"-c", `exec "$0" "$@" >/dev/full`, coral},
			strings.Fields(words)...)...)
		if got.code != 1 || !strings.Contains(got.stderr, "no space left on device [C0305]") {
			t.Errorf("coral %s: exit code %d\n%s", words, got.code, got.stderr)
		}
	}
	s.clean()
}

// TestCoverageOfC: in one command gcc's files of coverage have the names that gcc gives them, and
// do not go with the temporary object.
func TestCoverageOfC(t *testing.T) {
	t.Parallel()
	for words, made := range map[string]string{"p.c -o q": "q-p", "p.c -o p": "p",
		"p.c -o p.exe": "p", "p.c -o a.out": "a-p", "p.c h.c -o p": "p-p", "p.c -lm -o d/p": "d/p",
	} {
		s := newShell(t)
		s.write("p.c",
			"#include <xmp.h>\nint a:[*];\nint main(void)\n{\n  xmp_sync_all();\n}\n")
		s.write("h.c", "int h;\n")
		s.expect(s.run("mkdir", "d"), 0, "", "")
		command := append([]string{"cc", "--coverage"}, strings.Fields(words)...)
		s.expect(s.run("coral", command...), 0, "", "")
		s.expect(s.run("coral", "run", "-n", "2", command[len(command)-1]), 0, "", "")
		for _, ending := range []string{".gcno", ".gcda"} {
			if _, err := os.Stat(filepath.Join(s.dir, made+ending)); err != nil {
				t.Errorf("%s: %v", words, err)
			}
		}
		s.clean()
	}
}

// TestExitByMultiple: an exit code of which a shell would see 0 is none of success.
func TestExitByMultiple(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.c", "#include <xmp.h>\nint a:[*];\nint main(void)\n{\n  xmp_exit(512);\n}\n")
	s.write("p.f90", "integer :: x[*]\nx = 1\nsync all\nstop 512\nend\n")
	s.write("r.c", "#include <xmp.h>\nint a:[*];\nint main(void)\n{\n  return 512;\n}\n")
	s.write("e.c", "#include <xmp.h>\n#include <stdio.h>\n#include <stdlib.h>\nint a:[*];\n"+
		"static void last(void)\n{\n  printf(\"last\\n\");\n}\n"+
		"__attribute__((destructor)) static void lastly(void)\n{\n  printf(\"lastly\\n\");\n}\n"+
		"int main(void)\n{\n  atexit(last);\n  exit(512);\n}\n")
	s.write("e.f90", "integer :: x[*]\nx = 1\ncall exit(512)\nend\n")
	for source, kind := range map[string]string{"p.c": "stop", "p.f90": "stop", "r.c": "exit",
		"e.c": "exit", "e.f90": "exit"} {
		stdout := ""
		if source == "e.c" { // what exit has to do is done
			stdout = "last\nlastly\n"
		}
		s.expect(s.run("coral", "run", "-n", "1", source), 1, stdout,
			"coral: note: image 1: the "+kind+
				" code 512 is a multiple of 256: the exit code is 1\n")
	}
	s.clean()
}

// TestArgumentsOfOtherTypes: the compiler's warnings of arguments of procedures that are macros
// come through, though gcc keeps those of system headers back.
func TestArgumentsOfOtherTypes(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	calls := []string{"xmp_sync_image(0, i)", "xmp_sync_image(0, &d)", "xmp_sync_image(&i)",
		"xmp_sync_image(&i, &i)", "xmp_sync_images(&i, &i)", "xmp_sync_images(1, &d)",
		"xmp_sync_images(1, &i, i)", "xmp_sync_all(i)", "xmp_free(i)", "xmp_malloc(&i)"}
	s.write("p.c", "#include <xmp.h>\nint a:[*];\nint main(void)\n{\n  int i = 0; double d = 0;\n"+
		strings.Join(calls, ";\n")+";\n(void)d;\n}\n")
	for _, compiler := range []string{"gcc", "clang"} {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		cmd := s.command("coral", "cc", "-Wall", "-c", "p.c")
		cmd.Env = append(slices.Clone(s.env), "CORAL_CC="+compiler)
		got := s.finish(cmd)
		for i, call := range calls {
			if !strings.Contains(got.stderr, fmt.Sprintf("p.c:%d:", 6+i)) {
				t.Errorf("%s says nothing of %s\n%s", compiler, call, got.stderr)
			}
		}
		for _, hidden := range []string{"coral_", "xmp.h:", "<coral>"} {
			if strings.Contains(got.stderr, hidden) {
				t.Errorf("%s tells of %s:\n%s", compiler, hidden, got.stderr)
			}
		}
	}
	s.clean()
}

// TestAssemblyToNowhere: the assembly that cannot be written is an error.
func TestAssemblyToNowhere(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", "integer :: x[*]\nx = 1\nsync all\nend\n")
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	cmd := s.command("coral", "fc", "-S", "-o", "-", "p.f90")
	var stderr strings.Builder
	cmd.Stdout, cmd.Stderr = full, &stderr
	if err := cmd.Run(); err == nil || !strings.Contains(stderr.String(), "no space left") {
		t.Errorf("%v\n%s", err, stderr.String())
	}
	s.clean()
}

// TestNestedAtomics: an atomic construct that calls a function with another one, and so on, is
// refused at a depth that the runtime has no room for, under a code of its own.
func TestNestedAtomics(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90", `program p
  integer, save :: n[*] = 0
  if (this_image() == 1) print *, f(20)
contains
  recursive integer function f(depth) result(r)
    integer, intent(in) :: depth
    r = 1
    if (depth == 0) return
    !$omp atomic
    n[2] = n[2] + f(depth - 1)
  end function
end program
`)
	s.expect(s.run("coral", "build", "-fc", "gfortran", "-fopenmp", "-o", "p", "p.f90"), 0, "", "")
	got := s.run("env", "CORAL_NUM_IMAGES=2", "CORAL_SMP_UNMAPPED=1", "./p")
	want := "p.f90:10: atomic construct: 16 atomic constructs of this thread are nested already " +
		"[R0315]\ncoral: help: call the function before the construct, and use its value there"
	if got.code != 1 || !strings.Contains(got.stderr, want) {
		t.Errorf("exit code %d, want the message\n%s\ngot\n%s", got.code, want, got.stderr)
	}
}
