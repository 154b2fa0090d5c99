package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/test/cluster/hosts"
	"github.com/coral-pgas/coral/test/turns"
)

// loopback: MPI shall use no network of the machine's.
var loopback = []string{"OMPI_MCA_oob_tcp_if_include=lo", "OMPI_MCA_btl_tcp_if_include=lo",
	"HYDRA_IFACE=lo", "UCX_NET_DEVICES=lo"}

// eachLauncher runs a test with every launcher of MPI that is installed.
func eachLauncher(t *testing.T, test func(t *testing.T, s *shell)) {
	for _, launcher := range turns.Of(t.Name(), "mpirun.openmpi", "mpiexec.mpich") {
		t.Run(launcher, func(t *testing.T) {
			if _, err := exec.LookPath(launcher); err != nil {
				t.Skipf("%s is not installed: sh scripts/tools.sh mpi", launcher)
			}
			s := newShell(t)
			s.env = append(append(s.env, loopback...), "CORAL_MPIRUN="+launcher)
			test(t, s)
			if left, _ := filepath.Glob(filepath.Join(s.dir, ".coral-run-*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// launcherOf is the launcher of a test that eachLauncher runs.
func launcherOf(t *testing.T) string { return filepath.Base(t.Name()) }

// imagesBy are the words by which a launcher starts so many images, behind its name.
func imagesBy(launcher string, images int) []string {
	words := []string{"-n", strconv.Itoa(images)}
	if launcher == "mpirun.openmpi" {
		words = append(words, "--allow-run-as-root", "--oversubscribe")
	}
	return words
}

func TestRunByMPI(t *testing.T) {
	t.Parallel()
	eachLauncher(t, func(t *testing.T, s *shell) {
		s.write("ring.f90", ring)
		s.expect(s.run("coral", "run", "--conduit", "mpi", "--tag", "-n", "3", "ring.f90"), 0, "3",
			"CORAL_TAG (--tag) has no effect, since")
		s.write(
			"bad.f90", "sync all\nif (this_image() == num_images()) error stop 7\nsync all\nend\n")
		s.expect(s.run("coral", "run", "--conduit", "mpi", "-n", "3", "bad.f90"), 7, "",
			"ERROR STOP 7")
		s.write("one.f90", "print '(a,i0)', 'images: ', num_images()\nend\n")
		got := s.run("coral", "run", "--conduit", "mpi", "-n", "1", "one.f90")
		s.expect(got, 0, "images: 1", "")
	})
}

// providers are the names of the libraries that are installed here and loaded by any program.
func providers() (names []string) {
	for _, p := range provider.All {
		if p.IsLinked() { // TestLinkedProvider builds programs with it
			continue
		}
		if p == provider.MPI || hosts.Missing(p.Name) == nil {
			names = append(names, p.Name)
		}
	}
	return names
}

// TestKilledRun: a command that is killed leaves no launcher and no images.
func TestKilledRun(t *testing.T) {
	t.Parallel()
	eachLauncher(t, func(t *testing.T, s *shell) {
		s.write("forever.f90",
			"print '(a)', 'READY'\nflush(6)\ndo\ncall sleep(1)\nend do\nsync all\nend\n")
		s.expect(s.run("coral", "build", "-o", "forever", "forever.f90"), 0, "", "")
		c := s.command("coral", "run", "--conduit", "mpi", "-n", "2", "forever")
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		output, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }() // what stays
		ready := make([]byte, len("READY"))
		if _, err := io.ReadFull(output, ready); err != nil {
			t.Error(err)
		}
		_ = c.Process.Kill()
		// The pipe ends when nobody has it any more.
		gone := make(chan struct{})
		go func() {
			_, _ = io.Copy(io.Discard, output)
			close(gone)
		}()
		select {
		case <-gone:
		case <-time.After(time.Minute):
			t.Error("launcher or images stay when the command has been killed")
		}
		_ = c.Wait()
	})
}

// TestProgramsBetween: the images of a machine find each other behind programs that stay between
// the launcher and them, and no run begins for each process where the launcher says too little.
func TestProgramsBetween(t *testing.T) {
	eachLauncher(t, func(t *testing.T, s *shell) {
		s.write("ring.f90", ring)
		s.expect(s.run("coral", "build", "-o", "ring", "ring.f90"), 0, "", "")
		launcher := launcherOf(t)
		words := imagesBy(launcher, 3)
		for _, between := range [][]string{{"timeout", "100", "./ring"},
			{"sh", "-c", "./ring; true"}} {
			for _, conduit := range append(providers(), "auto") {
				again := *s
				again.env = append(slices.Clone(s.env), "CORAL_CONDUIT="+conduit)
				again.expect(again.run(launcher, slices.Concat(words, between)...), 0, "3", "")
			}
		}
		if launcher == "mpiexec.mpich" {
			got := s.run(launcher, "-pmi-port", "-n", "2", "./ring")
			s.expect(got, 127, "", "does not tell which of how many it is (PMI_RANK, PMI_SIZE)")
		}
	})
}

// TestReportsByMPI: equal reports of images that a library's launcher has started are written once.
// Open MPI's ends when they do, and does not wait for what is written about the others.
func TestReportsByMPI(t *testing.T) {
	const most = 20 // lines, beside the launcher's own
	eachLauncher(t, func(t *testing.T, s *shell) {
		launcher := launcherOf(t)
		words := imagesBy(launcher, 16)
		for name, p := range map[string]struct{ text, check, want string }{
			"fault": {"program p\ninteger :: x[*], k\nx = 1\nsync all\nk = num_images() + 1\n" +
				"print *, x[k]\nsync all\nend program\n", "-O2",
				": fault.f90:6: memory was used where image 17 would be"},
			"index": {"program p\ninteger :: x(10)[*], k\nx = 1\nk = 10 + num_images()\n" +
				"x(k) = 3\nprint *, x(k)\nend program\n", "-fcheck=bounds",
				"Fortran runtime error: Index '26' of dimension 1 of array 'x'"},
			"stop": {"program p\ninteger :: x[*]\nx = 1\nif (x > 0) error stop 'too large'\n" +
				"end program\n", "-fcheck=bounds",
				"ERROR STOP too large\ncoral: note: image"},
			"exit": {"program p\ninteger :: x[*]\nx = 1\nsync all\n" +
				"if (this_image() == 7) call exit(3)\nsync all\nend program\n", "-fcheck=bounds",
				"coral: error: image 7 ended with exit code 3: the run ends [R0502]\n"},
		} {
			s.write(name+".f90", p.text)
			s.expect(s.run("coral", "build", "-g", p.check, "-o", name, name+".f90"), 0, "", "")
			got := s.run(launcher, append(slices.Clone(words), "./"+name)...)
			own := 0 // lines between the launcher's
			for part := range strings.SplitSeq(got.stdout+got.stderr, "\n") {
				if strings.Contains(part, "Fortran") || strings.Contains(part, "ERROR STOP") ||
					strings.HasPrefix(part, "#") {
					own++
				}
			}
			if got.code == 0 || own > most || !strings.Contains(got.stderr, p.want) {
				t.Errorf("%s: exit code %d, %d lines:\n%s", name, got.code, own, got.stderr)
			}
			if strings.Contains(got.stderr, ": memory was used where") &&
				strings.Count(got.stderr, p.want) != strings.Count(got.stderr, "memory was used") {
				t.Errorf("a fault without its line:\n%s", got.stderr)
			}
			if launcher == "mpiexec.mpich" && name != "exit" &&
				!strings.Contains(got.stderr, ": the same as image ") {
				t.Errorf("%s:\n%s", name, got.stderr)
			}
		}
	})
}

// untilGo are the statements of a program that wait for a file.
const untilGo = "there = .false.\ndo while (.not. there)\n  inquire(file='go', exist=there)\n" +
	"  call execute_command_line('sleep 0.01')\nend do\n"

// TestReporterIsKilled: what images write to standard error comes where it should, also when the
// process that passes it on or its guard is killed, while it starts or later. What they write
// meanwhile is kept.
func TestReporterIsKilled(t *testing.T) {
	eachLauncher(t, func(t *testing.T, s *shell) {
		s.write("p.f90",
			"program p\ninteger :: x[*], u\nlogical :: there\nx = 1\nwrite(0, '(a)') 'before'\n"+
				"open (newunit=u, file='ready'//achar(48 + this_image())); close (u)\n"+
				untilGo+
				"write(0, '(a)') 'after'\nsync all\nend program\n")
		s.expect(s.run("coral", "build", "-o", "told", "p.f90"), 0, "", "")
		for _, kill := range []struct {
			victim string
			ready  int // images that have written
		}{{"./told[reports]", 3}, {"./told[reports]", 0}, {"./told[guards reports]", 0}} {
			killWhile(t, s, kill.victim, kill.ready)
		}
	})
}

// TestReporterIsLate: an image that ends the run waits until what it has said has been passed on,
// though the process that does so does not run for a while, as on a busy machine.
func TestReporterIsLate(t *testing.T) {
	eachLauncher(t, func(t *testing.T, s *shell) {
		s.write("p.f90",
			"program p\ninteger :: x[*], u\nlogical :: there\nx = 1\nsync all\n"+
				"if (this_image() == 2) then\nopen (newunit=u, file='ready'); close (u)\n"+
				untilGo+
				"error stop 'too late'\nend if\nsync all\nend program\n")
		s.expect(s.run("coral", "build", "-o", "told", "p.f90"), 0, "", "")
		words := append(imagesBy(launcherOf(t), 3), "./told")
		cmd := s.command(launcherOf(t), words...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		reporter := 0
		await(t, "the images do not start", func() bool {
			reporter = processNamed(s.dir, "./told[reports]")
			_, err := os.Stat(filepath.Join(s.dir, "ready"))
			return err == nil && reporter != 0
		})
		err := syscall.Kill(reporter, syscall.SIGSTOP)
		s.write("go", "")
		time.Sleep(time.Second)
		if err = errors.Join(err, syscall.Kill(reporter, syscall.SIGCONT)); err != nil {
			t.Error(err)
		}
		if cmd.Wait() == nil || !strings.Contains(stderr.String(), "ERROR STOP too late") {
			t.Errorf("%v:\n%s", cmd.ProcessState, &stderr)
		}
	})
}

// killWhile runs ./told, and kills the victim when so many images have written, which wait for a
// file before they write again.
func killWhile(t *testing.T, s *shell, victim string, ready int) {
	for _, old := range []string{"go", "ready1", "ready2", "ready3"} {
		_ = os.Remove(filepath.Join(s.dir, old))
	}
	words := append(imagesBy(launcherOf(t), 3), "./told")
	cmd := s.command(launcherOf(t), words...)
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = nil, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for killed := false; !killed; time.Sleep(time.Millisecond) {
		if t.Context().Err() != nil {
			t.Fatalf("no %s: %s", victim, &stderr)
		}
		written, _ := filepath.Glob(filepath.Join(s.dir, "ready*"))
		if pid := processNamed(s.dir, victim); pid != 0 && len(written) >= ready {
			killed = syscall.Kill(pid, syscall.SIGKILL) == nil
		}
	}
	s.write("go", "")
	err := cmd.Wait()
	before, after := strings.Count(stderr.String(), "before\n"),
		strings.Count(stderr.String(), "after\n")
	if err != nil || after != 3 || ready == 0 && before != 3 {
		t.Errorf("%s killed, %d images had written: %v\n%s", victim, ready, err, &stderr)
	}
}

// processNamed is a process in a directory with a name; 0: there is none.
func processNamed(dir, name string) int {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		words, err := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		place, _ := os.Readlink("/proc/" + e.Name() + "/cwd")
		if err == nil && strings.HasPrefix(string(words), name+"\x00") && place == dir {
			pid, _ := strconv.Atoi(e.Name())
			return pid
		}
	}
	return 0
}

// TestGoProgramByMPI: a program that imports coarray/cluster runs by the launcher, one that does
// not says what it lacks.
func TestGoProgramByMPI(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "../../examples/go/cluster",
		"../../examples/go/sort").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	eachLauncher(t, func(t *testing.T, s *shell) {
		got := s.run("coral", "run", "--conduit", "mpi", "-n", "3", filepath.Join(bin, "cluster"))
		s.expect(got, 0, "pi is 3.14159265", "")
		for _, line := range []string{"image 1 of 3: left of me is image 3",
			"image 2 of 3: left of me is image 1", "image 3 of 3: left of me is image 2"} {
			s.expect(got, 0, line, "")
		}
		got = s.run("coral", "run", "--conduit", "mpi", "-n", "2", filepath.Join(bin, "sort"))
		if got.code == 0 ||
			!strings.Contains(got.stderr,
				`import _ "github.com/coral-pgas/coral/coarray/cluster"`) {
			t.Errorf("%+v", got)
		}
	})
}

func TestRunByMPIMessages(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("one.f90", "end\n")
	s.write("cc", "#!/bin/sh\necho 'mpi.h: no such file' >&2\nexit 1\n")
	s.write("strange", "#!/bin/sh\necho 'Launcher of nobody 1.0'\n")
	s.write("mpirun", "#!/bin/sh\necho 'mpirun (Open MPI) 4.1.4'\n")
	here := func(name string) string { return filepath.Join(s.dir, name) }
	for _, c := range []struct{ env, want string }{
		{"CORAL_MPIRUN=" + here("nothing"), "no launcher of MPI is installed"},
		{"CORAL_MPIRUN=" + here("strange"), "does not know (Launcher of nobody 1.0)"},
		{"CORAL_MPICC=" + here("nothing"), "is not installed"},
		{"CORAL_MPICC=" + here("cc"), "mpi.h: no such file"},
	} {
		again := *s
		again.env = append(append([]string{}, s.env...), "CORAL_MPIRUN="+here("mpirun"), c.env)
		s.expect(again.run("coral", "run", "--conduit", "mpi", "-n", "2", "one.f90"), 1, "", c.want)
	}
	s.expect(s.run("coral", "run", "--conduit", "tcp", "one.f90"), 2, "",
		"expected one of auto, smp, "+strings.Join(provider.Names(), ", ")+" [C0303]")
	s.expect(s.run("coral", "run", "--conduit", "smp", "--hosts", "a,b", "one.f90"), 2, "",
		"for one machine")
	s.expect(s.run("coral", "conduit", "build"), 2, "", "takes one or more of mpi, ucx")
	s.expect(s.run("coral", "conduit"), 0, "smp", "")
	s.expect(s.run("coral", "conduit", "--with", "gasnet=/nowhere"), 0,
		"--with gasnet=/nowhere names no directory where GASNet-EX is installed", "")
	s.expect(s.run("coral", "conduit", "build", "gasnet", "ucx", "--with", "gasnet=/nowhere"), 1,
		"", "--with gasnet=/nowhere names no directory")
	s.expect(s.run("coral", "conduit", "--with", "mpi=/nowhere"), 2, "",
		"expected NAME=DIR, where NAME is one of ucx")
}

// TestLauncherLosesHost: the launcher of Open MPI 5 ends with the exit code 0 when it has lost a
// host, which is no end of a run.
func TestLauncherLosesHost(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("mpicc.openmpi"); err != nil {
		t.Skip("no Open MPI")
	}
	s := newShell(t)
	s.write("one.f90", "end\n")
	s.write("mpirun", "#!/bin/sh\n[ \"$1\" != --version ] || "+
		"{ echo 'mpirun (Open MPI) 5.0.7'; exit; }\n"+
		"echo 'PRTE has lost communication with a remote daemon.' >&2\n")
	s.env = append(slices.Clone(s.env), "CORAL_MPIRUN="+filepath.Join(s.dir, "mpirun"))
	s.expect(s.run("chmod", "+x", "mpirun"), 0, "", "")
	got := s.run("coral", "run", "--conduit", "mpi", "--hosts", "a,b", "-n", "2", "one.f90")
	s.expect(got, 1, "", "has lost a host, which it names above, and has ended with 0")
}

// TestStarterKilled: images of one machine end when the process that has started them is killed,
// which cannot end them any more.
func TestStarterKilled(t *testing.T) {
	t.Parallel()
	eachLauncher(t, func(t *testing.T, s *shell) {
		s.write("waiting.f90",
			"integer :: x[*]\nx = 1\nsync all\nif (this_image() == 1) then\n"+
				"open (7, file='ready')\ndo\ncall sleep(1)\nend do\nend if\nsync all\nend\n")
		s.write("image",
			"#!/bin/sh\nrank=${PMI_RANK-$OMPI_COMM_WORLD_RANK}\necho $PPID >launcher.$rank\n"+
				"echo $$ >pid.$rank\nexec ./waiting 2>errors.$rank\n")
		s.expect(s.run("coral", "build", "-o", "waiting", "waiting.f90"), 0, "", "")
		words := append(imagesBy(launcherOf(t), 3), "./image")
		launcher := s.command(launcherOf(t), words...)
		if err := launcher.Start(); err != nil {
			t.Fatal(err)
		}
		number := func(name string) int {
			text, err := os.ReadFile(filepath.Join(s.dir, name))
			if err != nil {
				t.Fatal(err)
			}
			n, err := strconv.Atoi(strings.TrimSpace(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		await(t, "the images do not start", func() bool {
			_, err := os.Stat(filepath.Join(s.dir, "ready"))
			return err == nil
		})
		var images []int
		for _, rank := range []string{"0", "1", "2"} {
			images = append(images, number("pid."+rank))
		}
		t.Cleanup(func() {
			for _, pid := range images {
				_ = syscall.Kill(pid, syscall.SIGKILL) // if the test has failed
			}
			_ = launcher.Process.Kill()
			_ = launcher.Wait()
		})
		if err := syscall.Kill(number("launcher.0"), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		await(t, "images stay", func() bool {
			return !slices.ContainsFunc(images, func(pid int) bool { return runs(pid) })
		})
		said := ""
		for _, rank := range []string{"0", "1", "2"} {
			// may be empty: the others have ended it
			text, _ := os.ReadFile(filepath.Join(s.dir, "errors."+rank))
			said += string(text)
		}
		if !strings.Contains(said, "what has started the images on host") ||
			!strings.Contains(said, "[R0515]") {
			t.Errorf("the images say %q", said)
		}
	})
}

// TestStuckByMPI: images that a bare launcher of MPI has started on one machine say by themselves
// that all wait for each other, also where one has failed.
func TestStuckByMPI(t *testing.T) {
	t.Parallel()
	eachLauncher(t, func(t *testing.T, s *shell) {
		s.write("stuck.f90",
			"use, intrinsic :: iso_fortran_env\ntype(event_type) :: never[*]\n"+
				"if (this_image() == 3) fail image\nif (this_image() == 1) then\n"+
				"event wait (never)\nelse\nsync images (1)\nend if\nend\n")
		s.expect(s.run("coral", "build", "-o", "stuck", "stuck.f90"), 0, "", "")
		words := append(imagesBy(launcherOf(t), 3), "./stuck")
		got := s.run(launcherOf(t), words...)
		for _, want := range []string{"deadlock: every image waits for another, and nothing " +
			"can wake them [R0509]", "image 1: waiting in EVENT WAIT at stuck.f90:5", "image 2: " +
			"waiting in SYNC IMAGES for image 1 at stuck.f90:7", "image 3: failed"} {
			s.expect(got, 1, "", want)
		}
	})
}

// runs tells whether a process does, and is not a dead one that nobody has waited for.
func runs(pid int) bool {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	_, state, _ := strings.Cut(string(text), ") ")
	return err == nil && !strings.HasPrefix(state, "Z") && !strings.HasPrefix(state, "X")
}

// await waits until something is so, for as long as a busy machine may take.
func await(t *testing.T, otherwise string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(otherwise)
		}
	}
}
