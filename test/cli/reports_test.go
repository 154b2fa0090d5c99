package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

// allBegun returns when each image has called it. No image but the first calls the runtime to wait:
// it would end without a report when others end the run. It waits for a word of its own.
const allBegun = `subroutine all_begun()
use, intrinsic :: iso_fortran_env
use, intrinsic :: iso_c_binding
integer(atomic_int_kind), save :: begun[*] = 0
integer, save, volatile :: all[*] = 0
integer(atomic_int_kind) :: n
integer :: k
interface
  subroutine usleep(t) bind(c)
    import c_int
    integer(c_int), value :: t
  end subroutine
end interface
call atomic_add(begun[1], 1)
if (this_image() == 1) then
  do
    call atomic_ref(n, begun[1])
    if (n == num_images()) exit
    call usleep(20000)
  end do
  do k = num_images(), 1, -1
    all[k] = 1
  end do
end if
do while (all == 0)
  call usleep(20000)
end do
end subroutine
`

// TestReportsOfManyImages: what all images report is told once, with the images. Beside other load
// some may not get to their statement before the run ends, or report later than the others.
func TestReportsOfManyImages(t *testing.T) {
	t.Parallel()
	const (
		images = 64
		most   = 20 // lines
	)
	programs := map[string]struct {
		options, text string
		begins        []string // of the lines that name images
		want          string   // once
	}{
		"index": {"-fcheck=bounds",
			"program p\ninteger :: x(10)[*], k\nx = 1\nk = 11\nx(k) = 3\n" +
				"print *, x(k)\nend program\n",
			[]string{"coral: note: images "}, "Fortran runtime error: Index '"},
		"fault": {"-O2",
			"program p\ninteger :: x[*]\ninteger, pointer :: q(:)\nx = 1\nnullify (q)\n" +
				"q(5) = 3\nend program\n",
			[]string{"coral: note: images "}, "Program received signal SIGSEGV"},
		"error stop": {"-O2",
			"program p\ninteger :: x[*]\nx = 1; call all_begun\n" +
				"if (x > 0) error stop 'too large'\nend program\n",
			[]string{"coral: note: images "}, "ERROR STOP too large\n"},
		"coral": {"-check",
			"program p\ninteger :: x[*], k\nx = 1; call all_begun\nk = 99\nx[k] = 2\n" +
				"end program\n",
			[]string{"coral: images ", "coral: note: images "}, ": p.f90:5: "},
		"one differs": {"-O2",
			"program p\ninteger :: x[*]\nx = 1; call all_begun\n" +
				"if (this_image() == 7) error stop 'seven'\n" +
				"error stop 'others'\nend program\n",
			[]string{"coral: note: images "}, "ERROR STOP others\n"},
	}
	s := newShell(t)
	s.env = append(s.env, "CORAL_GRACE=1m")
	s.write("begun.f90", allBegun)
	for name, p := range programs {
		if !turns.Takes(name, 3) {
			continue
		}
		s.write("p.f90", p.text)
		got := s.run("coral", "run", "-fc", "gfortran", "-n", fmt.Sprint(images), p.options,
			"p.f90", "begun.f90")
		if got.code == 0 || strings.Count(got.stderr, "\n") > most ||
			strings.Count(got.stderr, p.want) != 1 ||
			imagesTold(t, got.stderr, p.begins) < images/2 {
			t.Errorf("%s: exit code %d, %d lines:\n%s", name, got.code,
				strings.Count(got.stderr, "\n"), got.stderr)
		}
		if name == "one differs" && strings.Contains(got.stderr, "seven") &&
			!strings.Contains(got.stderr,
				"ERROR STOP seven\ncoral: note: image 7 executed ERROR STOP at p.f90:4\n") {
			t.Errorf("what one image says is not its own:\n%s", got.stderr)
		}
	}
}

// TestAllThatFailAreNamed: the message that ends a run names all images that have failed in the
// same way. Each image is named, and beside other load some may not get to their fault before the
// run ends.
func TestAllThatFailAreNamed(t *testing.T) {
	t.Parallel()
	const images, most = 64, 20
	s := newShell(t)
	s.write("begun.f90", allBegun)
	s.write("p.f90", "program p\ninteger :: x[*], k\ninteger, pointer :: q(:)\n"+
		"character(9) :: which\ncall get_command_argument(1, which)\nx = 1\nnullify (q)\n"+
		"k = num_images() + 2\ncall all_begun\n"+
		"if (which == 'null') q(5) = 3\nif (which == 'index') x[k] = 3\n"+
		"if (which == 'exit') call exit(4)\nend program\n")
	for _, compiler := range turns.Of(t.Name(), "gfortran", "flang-22") {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		s.expect(s.run("coral", "build", "-fc", compiler, "-o", "p", "p.f90", "begun.f90"), 0, "",
			"")
		for which, want := range map[string]string{
			"null":  "were killed by signal 11 (SIGSEGV) [R0501]",
			"index": "were killed by signal 11 (SIGSEGV) [R0501]",
			"exit":  "ended with exit code 4: the run ends [R0502]"} {
			cmd := s.command("./p", which)
			cmd.Env = append(cmd.Env, fmt.Sprint("CORAL_NUM_IMAGES=", images))
			got := s.finish(cmd)
			// one of them may have ended long before the others
			begins := []string{"coral: error: images ", "coral: error: image "}
			failed := imagesTold(t, got.stderr, begins)
			for line := range strings.Lines(got.stderr) {
				if strings.HasPrefix(line, "coral: note: image") &&
					strings.Contains(line, ": running") {
					begins = append(begins, "coral: note: images ", "coral: note: image ")
					break
				}
			}
			all := imagesTold(t, got.stderr, begins)
			if strings.Count(got.stderr, "\n") > most || !strings.Contains(got.stderr, want) ||
				failed < images/2 || all < images {
				t.Errorf("%s, %s: %d of %d images are said to have failed:\n%s", compiler, which,
					failed, images, got.stderr)
			}
		}
	}
}

// imagesTold is how many images are named in lines that begin in one of these ways.
func imagesTold(t *testing.T, text string, begins []string) (n int) {
	t.Helper()
	for line := range strings.Lines(text) {
		for _, begin := range begins {
			rest, is := strings.CutPrefix(line, begin)
			if !is {
				continue
			}
			list := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789-, "))]
			for some := range strings.SplitSeq(list, ",") {
				first, last, several := strings.Cut(strings.TrimSpace(some), "-")
				if !several {
					last = first
				}
				from, err := strconv.Atoi(first)
				to, err2 := strconv.Atoi(last)
				if err != nil || err2 != nil {
					t.Fatalf("no images: %q", line)
				}
				n += to - from + 1
			}
		}
	}
	return n
}

// TestErrorStopNamesItsPlace with both compilers, and in files that have no coarrays.
func TestErrorStopNamesItsPlace(t *testing.T) {
	t.Parallel()
	for _, compiler := range []string{"gfortran", "flang-22"} {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		s := newShell(t)
		s.write("p.f90",
			"program p\ninteger :: x[*]\nx = 1\nif (this_image() == 2) call fails(3)\n"+
				"sync all\nend program\n")
		s.write("q.f90",
			"subroutine fails(k)\ninteger, intent(in) :: k\nif (k > 2) error stop 4\n"+
				"end subroutine\n")
		got := s.run("coral", "run", "-fc", compiler, "-n", "3", "p.f90", "q.f90")
		s.expect(got, 4, "", "ERROR STOP 4\ncoral: note: image 2 executed ERROR STOP at q.f90:3")
	}
}

// TestDifferentSizes: the message says which image asks for what. Each image says so before it
// ends, and the first that does ends the run, so that it may come from some of them only.
func TestDifferentSizes(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90",
		"program p\nreal, allocatable :: u(:)[:]\n"+
			"allocate (u(merge(5, 4, this_image() == 2))[*])\nend program\n")
	for _, unmapped := range []string{"0", "1"} {
		cmd := s.command("coral", "run", "-n", "3", "p.f90")
		cmd.Env = append(cmd.Env, "CORAL_SMP_UNMAPPED="+unmapped)
		s.expect(s.finish(cmd), 1, "",
			"p.f90:3: allocate: images ask for different sizes: images 1, 3 ask for 16 bytes at "+
				"p.f90:3, image 2 asks for 20 bytes at p.f90:3 [R0305]\n")
	}
}

// TestDifferentFrees: the message says which image frees which coarray, and where.
func TestDifferentFrees(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90",
		"program p\ninteger, allocatable :: a(:)[:], b(:)[:]\nallocate (a(10)[*])\n"+
			"allocate (b(20)[*])\nif (this_image() == 1) then\ndeallocate (a)\nelse\n"+
			"deallocate (b)\nend if\nend program\n")
	for _, unmapped := range []string{"0", "1"} {
		cmd := s.command("coral", "run", "-n", "3", "p.f90")
		cmd.Env = append(cmd.Env, "CORAL_SMP_UNMAPPED="+unmapped)
		s.expect(s.finish(cmd), 1, "",
			"deallocate: the coarrays differ: image 1 frees at p.f90:6 a coarray of 40 bytes "+
				"allocated at p.f90:3, images 2, 3 free at p.f90:8 a coarray of 80 bytes "+
				"allocated at p.f90:4 [R0216]\n")
	}
}

// TestMismatch: images that execute different statements are told both places, whether or not
// others are mapped, and over a library; whoever comes later sees where the first one waits.
func TestMismatch(t *testing.T) {
	t.Parallel()
	const text = `program p
integer, allocatable :: a(:)[:], b(:)[:]
integer(8) :: long
integer :: short
character(9) :: which
call get_command_argument(1, which)
allocate (a(3)[*])
if (this_image() == 1 .neqv. which == 'early') call sleep(1)
long = 1
short = 1
if (which == 'sum') then
if (this_image() == 1) then
call co_sum(short)
else
call co_sum(long)
end if
else if (which == 'images') then
if (this_image() == 1) then
sync images (2)
else
sync all
end if
else if (this_image() == 1) then
sync all
else
call move_alloc(a, b)
end if
end program
`
	statements := []string{"image 1: p.f90:24: sync all: image 1 executes SYNC ALL, but image 2 " +
		"executes MOVE_ALLOC at p.f90:26 [R0216]\n",
		"image 2: p.f90:26: move_alloc: image 2 executes MOVE_ALLOC, but image 1 executes " +
			"SYNC ALL at p.f90:24 [R0216]\n"}
	sums := []string{"image 1: p.f90:13: co_sum: image 1 executes co_sum of integer(4) (4 bytes)" +
		", but image 2 executes co_sum of integer(8) (8 bytes) at p.f90:15 [R0401]\n",
		"image 2: p.f90:15: co_sum: image 2 executes co_sum of integer(8) (8 bytes), but " +
			"image 1 executes co_sum of integer(4) (4 bytes) at p.f90:13 [R0401]\n"}
	images := []string{"image 1: p.f90:19: sync images: image 1 executes SYNC IMAGES, but image " +
		"2 executes SYNC ALL at p.f90:21 [R0216]\n",
		"image 2: p.f90:21: sync all: image 2 executes SYNC ALL, but image 1 executes " +
			"SYNC IMAGES at p.f90:19 [R0216]\n"}
	check := func(got outcome, want []string) {
		t.Helper()
		// one of both tells it
		if first := strings.Contains(got.stderr, want[0]); got.code == 0 ||
			first == strings.Contains(got.stderr, want[1]) {
			t.Errorf("exit code %d, want one of\n%s\ngot\n%s", got.code, want, got.stderr)
		}
	}
	s := newShell(t)
	s.write("p.f90", text)
	s.expect(s.run("coral", "build", "-o", "p", "p.f90"), 0, "", "")
	for _, unmapped := range turns.Of(t.Name(), "0", "1") {
		for which, want := range map[string][]string{"early": statements, "late": statements,
			"sum": sums, "images": images} {
			check(s.run("sh", "-c", "CORAL_NUM_IMAGES=2 CORAL_SMP_UNMAPPED="+unmapped+" ./p "+
				which), want)
		}
	}
	if _, err := exec.LookPath("mpirun"); err != nil {
		return
	}
	for _, conduit := range turns.Of(t.Name(), providers()...) {
		for which, want := range map[string][]string{"late": statements, "sum": sums} {
			check(s.run("coral", "run", "--conduit", conduit, "-n", "2", "p.f90", "--", which),
				want)
		}
	}
}

// TestMismatchAlone: an image that sends to one that has found a mismatch, and is gone, adds no
// message of its own. Image 1 sends as soon as another one has died, in most runs.
func TestMismatchAlone(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.caf", "program p\ninteger, allocatable :: c(:)\n"+
		"allocate (c(merge(100000, 4, team_rank() == 0)))\nc = 1\nif (team_rank() == 0) then\n"+
		"team_broadcast(c, 0)\nelse\nteam_broadcast(c, 0)\nend if\nend program\n")
	s.expect(s.run("coral", "build", "-check", "-o", "p", "p.caf"), 0, "", "")
	for range 5 {
		got := s.run("sh", "-c", "CORAL_NUM_IMAGES=4 CORAL_SMP_UNMAPPED=1 ./p")
		if got.code == 0 || strings.Count(got.stderr, "[R0") != 1 ||
			!strings.Contains(got.stderr, "[R0401]") {
			t.Fatalf("exit code %d, want one message with R0401, got\n%s", got.code, got.stderr)
		}
	}
}

// TestQuestionDuringReferences: an image that refers to another one's memory by the library, over
// and over, is found at its statement.
func TestQuestionDuringReferences(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("p.f90",
		"program p\ninteger :: i[*]\ni = 0; if (this_image() == 1) write (0, '(a)') 'up'\n"+
			"sync all\nif (this_image() == 1) then\n"+
			"do while (i[2] == 0)\nend do\n"+
			"else if (this_image() == 2) then\ncall sleep(600)\nend if\nsync all\nend program\n")
	s.expect(s.run("coral", "build", "-g", "-o", "p", "p.f90"), 0, "", "")
	cmd := s.command("./p")
	cmd.Env = append(cmd.Env, "CORAL_NUM_IMAGES=3", "CORAL_SMP_UNMAPPED=1")
	cmd.Stderr = nil
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	}()
	asked := time.NewTicker(300 * time.Millisecond)
	defer asked.Stop()
	up := make(chan struct{}) // before, a launcher that has just begun would die of it
	go func() {
		<-up
		for range asked.C {
			_ = cmd.Process.Signal(syscall.SIGQUIT)
		}
	}()
	begun := sync.OnceFunc(func() { close(up) })
	defer begun()
	var text []byte
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	for part := make([]byte, 4096); !bytes.Contains(text,
		[]byte("image 1: running at p.f90:6 in p")); {
		n, err := stderr.Read(part)
		if text = append(text, part[:n]...); bytes.Contains(text, []byte("up\n")) {
			begun()
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
}

// TestNamesOfProcesses: ps shows images as prog[3], and the program does not see that.
func TestNamesOfProcesses(t *testing.T) {
	t.Parallel()
	const name = "a_rather_long_name"
	s := newShell(t)
	s.write("p.f90",
		"program p\ncharacter(200) :: name\ninteger :: x[*], length\nx = 1\n"+
			"call get_command_argument(0, name, length)\nprint '(2a)', name(:length), '|'\n"+
			"flush (6)\nsync all\nif (this_image() == 1) read *, x\nsync all\nend program\n")
	s.expect(s.run("coral", "build", "-o", name, "p.f90"), 0, "", "")
	cmd := s.command("./"+name, "word")
	cmd.Env = append(cmd.Env, "CORAL_NUM_IMAGES=12")
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	names := ""
	const first, last = "a_rather_lon[1]\n", "a_rather_lo[12]\n./a_rather_long_name[12] word \n"
	for end := time.Now().Add(patience); !strings.Contains(names, first) ||
		!strings.Contains(names, last); {
		names = namesOfChildren(cmd.Process.Pid)
		if time.Now().After(end) {
			t.Fatalf("images are called:\n%s", names)
		}
		time.Sleep(20 * time.Millisecond)
	}
	input.Close()
	cmd.Wait()
	s.expect(outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}, 2,
		strings.Repeat("./"+name+"|\n", 12), "End of file")
}

// namesOfChildren are the names and command lines of a process's children.
func namesOfChildren(pid int) (names string) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for _, child := range strings.Fields(string(text)) {
			comm, _ := os.ReadFile("/proc/" + child + "/comm")
			line, _ := os.ReadFile("/proc/" + child + "/cmdline")
			names += string(comm) + strings.ReplaceAll(string(line), "\x00", " ") + "\n"
		}
	}
	return names
}

// TestEndOfFileNamesItsPlace: a formatted READ behind the end of the file ends the program ten
// procedures deep in flang's runtime library, which is part of the executable.
func TestEndOfFileNamesItsPlace(t *testing.T) {
	if _, err := exec.LookPath("flang-22"); err != nil {
		t.Skip("flang-22 is not installed")
	}
	t.Parallel()
	s := newShell(t)
	s.write("greet.f90", "program greet\n  character(len=80) :: text[*]\n"+
		"  if (this_image() == 1) read (*, '(a)') text\n  sync all\nend program\n")
	got := s.run("coral", "run", "-fc", "flang-22", "-n", "2", "greet.f90")
	if got.code == 0 || !strings.Contains(got.stderr, "image 1 stood at greet.f90:3") {
		t.Errorf("exit code %d\n%s", got.code, got.stderr)
	}
}
