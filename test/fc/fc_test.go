// Package fc tests `coral fc` as makefiles and CMake use it: a compiler, one file at a time.
package fc

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/turns"
)

var coralFlag = flag.String("coral", "../../bin/coral", "the coral command")

func TestMain(m *testing.M) { os.Exit(turns.Main(m, 3)) }

// place is a directory with a copy of the project, where coral, caf and cafrun are found.
type place struct {
	t   *testing.T
	dir string
	env []string
}

func newPlace(t *testing.T) *place {
	t.Helper()
	coral, err := filepath.Abs(*coralFlag)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(coral); err != nil {
		t.Fatalf("%v: make it by `make build`, or name another by -coral", err)
	}
	dir, bin := t.TempDir(), t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("project")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"coral", "caf", "cafrun"} {
		if err := os.Symlink(coral, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	return &place{t, dir,
		append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "LC_ALL=C.UTF-8",
			"CORAL_NUM_IMAGES=2")}
}

// run runs a command line and gives its output and exit code.
func (p *place) run(words ...string) (stdout, stderr string, code int) {
	p.t.Helper()
	cmd := exec.Command("/usr/bin/env", words...)
	cmd.Dir, cmd.Env = p.dir, p.env
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	timer := time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() })
	defer timer.Stop()
	cmd.Wait()
	return out.String(), messages.String(), cmd.ProcessState.ExitCode()
}

// good runs command lines that must succeed and gives the last one's output.
func (p *place) good(lines ...string) (stdout, stderr string) {
	p.t.Helper()
	for _, line := range lines {
		var code int
		if stdout, stderr, code = p.run(strings.Fields(line)...); code != 0 {
			p.t.Fatalf("%s: exit code %d\n%s%s", line, code, stdout, stderr)
		}
	}
	return stdout, stderr
}

// bad runs a command line that must fail and say so.
func (p *place) bad(line, message string) {
	p.t.Helper()
	if _, stderr, code := p.run(strings.Fields(line)...); code == 0 ||
		!strings.Contains(stderr, message) {
		p.t.Errorf("%s: exit code %d, expected %q in\n%s", line, code, message, stderr)
	}
}

// checkPrograms runs what the project has made: main on two images, plain as the program without
// coarrays that it is.
func (p *place) checkPrograms(dir string) {
	p.t.Helper()
	stdout, _ := p.good(dir + "/main")
	lines := strings.SplitAfter(stdout, "\n")
	slices.Sort(lines)
	want := "   1.0   2.0   2.0  -1.0   12.0    1.0\n   2.0   1.0   1.0   1.0   12.0    1.0\n"
	if got := strings.Join(lines, ""); got != want {
		p.t.Errorf("main printed\n%swant\n%s", got, want)
	}
	if stdout, stderr, code := p.run(dir + "/plain"); stdout != "1.5\n" || stderr != "STOP 3\n" ||
		code != 3 {
		p.t.Errorf("plain: exit code %d\n%s%s", code, stdout, stderr)
	}
}

func TestMake(t *testing.T) {
	p := newPlace(t)
	p.good("make")
	p.checkPrograms(".")
	if stdout, _ := p.good("make"); !strings.Contains(stdout, "Nothing to be done") {
		t.Errorf("made again:\n%s", stdout)
	}
}

// need fails the test if a program is not installed: a build system that nobody tries would seem to
// work.
func (p *place) need(programs ...string) {
	p.t.Helper()
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			p.t.Fatalf("%s is not installed: `make test` installs it where it may, by "+
				"scripts/tools.sh builders", name)
		}
	}
}

func TestCMake(t *testing.T) {
	for _, compiler := range turns.Of(t.Name(), "caf", "coral;fc") {
		p := newPlace(t)
		p.need("cmake")
		if stdout, _ := p.good("cmake -S . -B build -DCMAKE_Fortran_COMPILER="+compiler,
			"cmake --build build"); !strings.Contains(stdout, "Built target main") {
			t.Errorf("%s: %s", compiler, stdout)
		}
		p.checkPrograms("./build")
	}
}

// For Ninja, CMake preprocesses each Fortran file by `-E`, looks for modules in the result, and
// compiles that with -fpreprocessed, or as it is with flang.
func TestCMakeWithNinja(t *testing.T) {
	t.Run("flang", func(t *testing.T) {
		turns.Every(t, 3)
		p := newPlace(t)
		p.need("cmake", "ninja")
		if _, err := exec.LookPath("flang-22"); err != nil {
			t.Skip(err)
		}
		p.env = append(p.env, "CORAL_FC=flang-22")
		p.good("cmake -G Ninja -S . -B build -DCMAKE_Fortran_COMPILER=coral;fc", "ninja -C build")
		if stdout, _ := p.good("./build/main"); strings.Count(stdout, "\n") != 2 {
			t.Errorf("main printed\n%s", stdout)
		}
	})
	p := newPlace(t)
	p.need("cmake", "ninja")
	p.good("cmake -G Ninja -S . -B build -DCMAKE_Fortran_COMPILER=coral;fc", "ninja -C build")
	p.checkPrograms("./build")
	if stdout, _ := p.good("ninja -C build"); !strings.Contains(stdout, "no work to do") {
		t.Errorf("made again:\n%s", stdout)
	}
	p.append("src/main.F90", "subroutine wrong\n  integer, pointer :: x[*]\nend subroutine\n")
	stdout, _, code := p.run("ninja", "-C", "build")
	if want := "main.F90:21:24: error: coarray 'x' cannot be a pointer"; code == 0 ||
		!strings.Contains(stdout, want) {
		t.Errorf("an error in a preprocessed file: exit code %d, expected %q in\n%s", code, want,
			stdout)
	}
}

func (p *place) append(file, text string) {
	p.t.Helper()
	name := filepath.Join(p.dir, file)
	old, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, append(old, text...), 0o666)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// The command lines of `fpm build --compiler caf --flag -DIMAGES_OF_WHAT` of fpm 0.13, which few
// systems have: one folder for all module files, objects named after their sources, C files by the
// same command, the library as an archive. fpm itself is tried where it is.
func TestFpm(t *testing.T) {
	p := newPlace(t)
	p.good("mkdir -p build/mod build/obj build/app")
	compile := func(source string) string {
		object := "build/obj/" + strings.ReplaceAll(source, "/", "_") + ".o"
		line := "caf -c ././" + source + " -DIMAGES_OF_WHAT -J build/mod -Ibuild/mod -o " + object
		if strings.HasSuffix(source, ".c") {
			line = "caf -c " + source + " -o " + object
		}
		p.good(line)
		return object
	}
	library := []string{compile("lib/kinds.f90"), compile("lib/field.f90"),
		compile("lib/field_impl.f90")}
	main := []string{compile("src/report.f"), compile("src/twice.c"), compile("src/main.F90")}
	p.good("ar -rs build/libfield.a "+strings.Join(library, " "),
		"caf -DIMAGES_OF_WHAT -fimplicit-none -Werror=implicit-interface "+strings.Join(main, " ")+
			" build/libfield.a -o build/app/main",
		"caf -c src/plain.f90 -J build/mod -Ibuild/mod -o build/obj/plain.o",
		"caf build/obj/plain.o build/libfield.a -o build/app/plain")
	p.checkPrograms("./build/app")

	if _, err := exec.LookPath("fpm"); err != nil {
		t.Log("fpm itself is not installed: its command lines only")
		return
	}
	p.good("rm -r build", "fpm build --compiler caf --flag -DIMAGES_OF_WHAT")
	stdout, _ := p.good("fpm run main --compiler caf --flag -DIMAGES_OF_WHAT --runner cafrun")
	if !strings.Contains(stdout, "   1.0   2.0   2.0  -1.0   12.0    1.0\n") {
		t.Errorf("fpm run printed\n%s", stdout)
	}
}

// TestMeson: the commands of meson for an executable without coarrays of its own, and a static
// library, which is a thin archive: the linker tells of its members by their own paths.
func TestMeson(t *testing.T) {
	p := newPlace(t)
	p.write("total.f90", "module total\ninteger :: t[*]\ncontains\nsubroutine add\n"+
		"t = this_image()\ncall co_sum(t)\nif (this_image() == 1) print '(a,i0)', 'sum ', t\n"+
		"end subroutine\nend module\n")
	p.write("main.f90", "use total, only: add\ncall add\nend\n")
	p.good("mkdir -p build/libtotal.a.p build/main.p")
	p.dir = filepath.Join(p.dir, "build")
	p.good("caf -Ilibtotal.a.p -I. -I.. -D_FILE_OFFSET_BITS=64 -Wall -O0 -g -Jlibtotal.a.p "+
		"-o libtotal.a.p/total.f90.o -c ../total.f90",
		"caf -Imain.p -I. -Ilibtotal.a.p -Wall -O0 -g -Jmain.p -o main.p/main.f90.o -c ../main.f90",
		"ar csrDT libtotal.a libtotal.a.p/total.f90.o",
		"caf -o main main.p/main.f90.o -Wl,--as-needed -Wl,--no-undefined -Wl,--start-group "+
			"libtotal.a -Wl,--end-group")
	if stdout, _ := p.good("cafrun -n 3 ./main"); stdout != "sum 6\n" {
		t.Errorf("printed\n%s", stdout)
	}
}

// Without coarrays, the compiler is called as if Coral were not there.
func TestPlainFilesAreTheCompilers(t *testing.T) {
	p := newPlace(t)
	same := func(ours, theirs string) {
		t.Helper()
		p.good(ours, theirs)
		a, err := os.ReadFile(filepath.Join(p.dir, "a"))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(p.dir, "b")); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s makes another file than %s (%v)", ours, theirs, err)
		}
	}
	same("coral fc -g -O2 -c lib/kinds.f90 -o a", "gfortran -g -O2 -c lib/kinds.f90 -o b")
	same("coral fc -O2 lib/kinds.f90 src/plain.f90 -o a",
		"gfortran -O2 lib/kinds.f90 src/plain.f90 -o b")
	same("coral fc -S lib/kinds.f90 -o a", "gfortran -S lib/kinds.f90 -o b")
	same("coral fc -cpp -E src/plain.f90 -o a", "gfortran -cpp -E src/plain.f90 -o b")
	p.write("names.f90", `integer, allocatable :: x(:)
x = pack([1, 2, 3], [.true., .false., .true.])
associate (y => x(1:2))
  print *, y
end associate
end
`)
	same("coral fc names.f90 -o a", "gfortran names.f90 -o b")
	same("caf -c names.f90 -o a", "gfortran -c names.f90 -o b")
	p.write("split.f90", "print *, 'ab&\n  c'\nend\n")
	p.write("splits.f90", "module m\n character(5) :: c = 'ab&\n  c'\nend\n")
	for _, command := range []string{"coral fc -c split.f90", "caf -c split.f90 splits.f90"} {
		if _, stderr := p.good(command); stderr != "" {
			t.Errorf("%s warns where the compiler is silent: %s", command, stderr)
		}
	}
	for _, question := range []string{"--version", "-dumpversion",
		"-print-file-name=libgfortran.so"} {
		ours, _ := p.good("caf " + question)
		theirs, _ := p.good("gfortran " + question)
		if ours != theirs {
			t.Errorf("%s: %q, not %q", question, ours, theirs)
		}
	}
}

func TestSeparateCompilation(t *testing.T) {
	p := newPlace(t)
	p.bad("coral fc -c -DIMAGES_OF_WHAT src/main.F90",
		"'a' may come from module 'field', which is not among the files")
	p.good("coral fc -O2 -g -c lib/kinds.f90 lib/field.f90 lib/field_impl.f90 src/report.f",
		"gcc -c src/twice.c",
		"coral fc -c -DIMAGES_OF_WHAT src/main.F90")
	p.good("coral fc main.o report.o field.o field_impl.o kinds.o twice.o -o main -lcaf_mpi")
	p.good("coral fc kinds.o src/plain.f90 -o plain")
	p.checkPrograms(".")
	for _, program := range []string{"./main", "main"} {
		if stdout, _ := p.good("cafrun -np 3 " + program); strings.Count(stdout, "\n") != 3 {
			t.Errorf("cafrun -np 3 %s:\n%s", program, stdout)
		}
	}
	stdout, commands := p.good("coral fc -### -O3 -DIMAGES_OF_WHAT src/main.F90 main.o -o nothing")
	if stdout != "" || !strings.Contains(commands, "coral translate") ||
		!strings.Contains(commands, "-O3") || !strings.Contains(commands, "libcoral.a") {
		t.Errorf("-###: %s%s", stdout, commands)
	}
	if _, err := os.Stat(filepath.Join(p.dir, "nothing")); err == nil {
		t.Error("-### has made something")
	}
	if err := os.WriteFile(filepath.Join(p.dir, "words"),
		[]byte("-DIMAGES_OF_WHAT -o 'of words.o'\n-c src/main.F90"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.good("coral fc @words")
	if _, err := os.Stat(filepath.Join(p.dir, "of words.o")); err != nil {
		t.Error(err)
	}
	p.bad("coral fc -static main.o report.o field.o field_impl.o kinds.o twice.o",
		"there are coarrays in what is linked")
	p.spoil("field.cmod", func(text string) string { return text + "x" })
	p.bad("coral fc -c -DIMAGES_OF_WHAT src/main.F90", "field.cmod: it is damaged [C0314]")
	p.spoil("field.cmod",
		func(text string) string {
			return strings.Replace(text, "interface 6\n", "interface 0\n",
				1)
		})
	p.bad("coral fc -c -DIMAGES_OF_WHAT src/main.F90",
		"field.cmod: it was written by another version of Coral [C0314]")
}

// Functions in files compiled apart that fetch what WHERE and FORALL define: the module's file
// tells of them, of an external function nothing is known.
func TestFetchingFunctions(t *testing.T) {
	p := newPlace(t)
	folder := "../conformance/fortran/multifile/fetching_functions.d"
	for _, name := range []string{"shared.f90", "outside.f90", "main.f90"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		p.write(name, string(text))
		p.good("coral fc -fcoarray=lib -O0 -c " + name)
	}
	text, err := os.ReadFile(filepath.Join(p.dir, "shared.cmod"))
	if want := "!fetches of_a:shared.a through:shared.a of_b:shared.b "; err != nil ||
		!strings.Contains(string(text), want) {
		t.Errorf("%v: without %q:\n%s", err, want, text)
	}
	p.good("coral fc main.o shared.o outside.o -o main")
	for _, unmapped := range []string{"0", "1"} {
		stdout, _ := p.good("CORAL_NUM_IMAGES=2 CORAL_SMP_UNMAPPED=" + unmapped + " ./main")
		if stdout != "PASS\n" {
			t.Errorf("unmapped=%s: printed\n%s", unmapped, stdout)
		}
	}
	p.write("several.f90", `program several
  use shared
  integer :: i
  forall (i = 1:5)
    a(i)[1] = i
    a(i)[2] = outside(i)
  end forall
contains
  pure integer function outside(i)
    integer, intent(in) :: i
    outside = through(i)
  end function
end program
`)
	p.bad("coral fc -c several.f90", "may fetch elements of 'a' [C0237]")
}

// A function in a file compiled apart reads what the statement defines that calls it; another one
// reads nothing but its argument, and the module's file tells so.
func TestFunctionsInInput(t *testing.T) {
	p := newPlace(t)
	folder := "../conformance/fortran/multifile/functions_in_input.d"
	for _, name := range []string{"functions.f90", "main.f90"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		p.write(name, string(text))
		p.good("coral fc -fcoarray=lib -O0 -c " + name)
	}
	text, err := os.ReadFile(filepath.Join(p.dir, "functions.cmod"))
	if want := "!fetches same=own\n"; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%v: without %q:\n%s", err, want, text)
	}
	p.good("coral fc main.o functions.o -o main")
	for _, unmapped := range []string{"0", "1"} {
		stdout, _ := p.good("CORAL_NUM_IMAGES=2 CORAL_SMP_UNMAPPED=" + unmapped + " ./main")
		if stdout != "PASS\n" {
			t.Errorf("unmapped=%s: printed\n%s", unmapped, stdout)
		}
	}
}

// What a module's file brings, compiled apart: names of intrinsic functions that generated text
// calls, and types of ISO_FORTRAN_ENV that no statement of the module mentions.
func TestNamesOfModules(t *testing.T) {
	p := newPlace(t)
	folder := "../conformance/fortran/multifile/names_of_modules.d"
	for _, name := range []string{"rooms.f90", "main.f90"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		p.write(name, string(text))
		p.good("coral fc -fcoarray=lib -O0 -c " + name)
	}
	p.good("coral fc main.o rooms.o -o main")
	for _, unmapped := range []string{"0", "1"} {
		stdout, _ := p.good("CORAL_NUM_IMAGES=2 CORAL_SMP_UNMAPPED=" + unmapped + " ./main")
		if stdout != "PASS\n" {
			t.Errorf("unmapped=%s: printed\n%s", unmapped, stdout)
		}
	}
}

// A file that is compiled apart is lowered twice, as one whose types nobody has asked for and with
// them: what the first time has let go of the second one needs.
func TestLoopOfModule(t *testing.T) {
	p := newPlace(t)
	p.write("sums.f90", `module sums
  implicit none
  integer :: w(10)[*]
contains
  subroutine gather(r, left)
    integer, intent(out) :: r(10)
    integer, intent(in) :: left
    integer :: i
    do i = 1, 10
      r(i) = w(i)[left]
    end do
  end subroutine
end module
`)
	p.write("total.f90", `program total
  use sums
  implicit none
  integer :: r(10)
  w = this_image()
  sync all
  call gather(r, 2)
  if (any(r /= 2)) error stop
  sync all
end program
`)
	p.good("coral fc -c sums.f90", "coral fc -fcoarray=lib -c total.f90",
		"coral fc sums.o total.o -o total",
		"cafrun -np 3 ./total")
}

// A type with length parameters has coarray components, to which only other files refer.
func TestCoarrayComponentOfParameterizedType(t *testing.T) {
	p := newPlace(t)
	p.write("fields.f90", `module fields
  implicit none
  type field(n)
    integer, len :: n
    integer, allocatable :: x(:)[:]
    real :: y(n)
  end type
  interface
    module subroutine pass_on(f)
      type(field(*)), intent(inout) :: f
    end subroutine
  end interface
end module
`)
	p.write("passing.f90", `submodule (fields) passing
contains
  module subroutine pass_on(f)
    type(field(*)), intent(inout) :: f
    f%x(1)[2] = f%x(2)[1] + size(f%y)
  end subroutine
end submodule
`)
	p.write("main.f90", `program main
  use fields
  implicit none
  type(field(4)), save :: f
  allocate (f%x(2)[*])
  f%x = [0, 7]
  sync all
  if (this_image() == 1) call pass_on(f)
  sync all
  if (f%x(1)[2] /= 11) error stop
end program
`)
	p.good("coral fc -c fields.f90", "coral fc -c passing.f90", "coral fc -c main.f90",
		"coral fc fields.o passing.o main.o -o main",
		"cafrun -np 3 ./main")
}

// Files in CAF 2.0 are compiled apart, too: cosubscripts of a module's coarrays begin at 0 where it
// is used, in either language. What another file ships is recursive: each call has a local array of
// its own, also a large one.
func TestCAF2(t *testing.T) {
	p := newPlace(t)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("work.caf",
		"module work\n integer :: hits[*]\ncontains\n subroutine hit(k)\n"+
			"  integer :: k\n  hits = hits + k\n end subroutine\n"+
			" subroutine fetch(x, e)\n  integer :: x\n  event :: e\n  copy_async(x, hits[0], e)\n"+
			" end subroutine\nend module\n")
	write("meet.caf",
		"module meeting\n logical :: seen\ncontains\n"+
			" subroutine meet(k)\n  integer :: k, i, own(30000)\n  own = k\n  seen = k == 2\n"+
			"  do i = 1, 10000\n   if (seen) exit\n   advance_async()\n  end do\n"+
			"  if (any(own /= k)) error stop 3\n end subroutine\nend module\n")
	write("prog.caf",
		"program prog\n use work\n use meeting\n integer :: x\n event :: e\n hits = 0\n"+
			" team_barrier\n"+
			" finish\n  spawn hit(3)[0]\n  spawn meet(2)[mod(team_rank() + 1, team_size())]\n"+
			"  call meet(1)\n end finish\n"+
			" call fetch(x, e)\n event_wait(e)\n if (x /= 3*team_size()) error stop 1\n"+
			" call check\nend program\n")
	write("check.f90",
		"subroutine check\n use work\n sync all\n if (hits[0] /= 3*num_images()) error stop 2\n"+
			" sync all\nend subroutine\n")
	write("plain.caf", "print '(a)', 'plain'\nend\n")
	p.good("coral fc -O2 -c work.caf", "coral fc -fcoarray=lib -O0 -c meet.caf",
		"coral fc -c check.f90", "coral fc -O2 -c prog.caf",
		"coral fc work.o meet.o prog.o check.o -o prog", "coral fc plain.caf -o plain")
	p.good("cafrun -np 3 ./prog")
	if stdout, _ := p.good("./plain"); !strings.Contains(stdout, "plain") {
		t.Errorf("a file without coarrays says %q", stdout)
	}
}

// A type of a module without coarrays can be that of a coarray; one of which only the module can
// name all there is, if it was compiled for that.
func TestTypesOfPlainModules(t *testing.T) {
	p := newPlace(t)
	source := `program types
  use kinds, only: list
  implicit none
  type(list) :: x[*], y
  allocate (x%x(2), source=1d0*this_image())
  sync all
  y = x[num_images()]
  print '(*(f0.1,1x))', x[2]%x(1), y%x
end program
`
	if err := os.WriteFile(filepath.Join(p.dir, "types.f90"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	check := func() {
		t.Helper()
		p.good("coral fc types.f90 kinds.o -o types")
		if stdout, _ := p.good("./types"); stdout != "2.0 2.0 2.0\n2.0 2.0 2.0\n" {
			t.Errorf("printed\n%s", stdout)
		}
	}
	p.good("coral fc -c lib/kinds.f90")
	check()
	p.good("coral fc -fcoarray=lib -c lib/kinds.f90")
	check()
	for name, text := range map[string]string{
		"closed.f90": "module closed\n  type :: list\n    private\n" +
			"    real, allocatable :: x(:)\n  end type\nend module\n",
		"whole.f90": "use closed\n  type(list) :: x[*], y\n  y = x[2]\nend\n",
	} {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p.good("coral fc -c closed.f90")
	p.bad("coral fc -c whole.f90", "[C0219]")
	p.good("coral fc -fcoarray=lib -c closed.f90", "coral fc -c whole.f90")
}

// What polymorphic components hold is copied and broadcast by its dynamic type, of which the
// modules tell: an intrinsic one, and one that extends an abstract type of another file.
func TestBroadcastOfDynamicTypes(t *testing.T) {
	p := newPlace(t)
	for name, text := range map[string]string{
		"shapes.f90": "module shapes\n type, abstract :: shape\n" +
			" character(:), allocatable :: name\n end type\n type :: scene\n" +
			" class(shape), allocatable :: s\n class(*), allocatable :: v\n end type\nend module\n",
		"disc.f90": "module discs\n use shapes\n type, extends(shape) :: disc\n" +
			" real, allocatable :: r(:)\n class(shape), allocatable :: inner\n end type\n" +
			"end module\n",
		"show.f90": `program show
  use discs
  implicit none
  type(scene) :: x
  type(disc) :: d
  if (this_image() == 2) then
    d%name = 'disc'; d%r = [1.0, 2.0]
    allocate (x%s, source=d)
    allocate (x%v, source=42)
  end if
  call co_broadcast(x, 2)
  if (this_image() == 1) then
    select type (s => x%s)
    type is (disc)
      print '(a,2f4.1)', s%name, s%r
    end select
    select type (v => x%v)
    type is (integer)
      print '(i0)', v
    end select
  end if
end program
`} {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p.good("coral fc -fcoarray=lib -c shapes.f90", "coral fc -fcoarray=lib -c disc.f90",
		"coral fc -c show.f90", "coral fc shapes.o disc.o show.o -o show")
	if stdout, _ := p.good("./show"); stdout != "disc 1.0 2.0\n42\n" {
		t.Errorf("printed\n%s", stdout)
	}
}

// A parallel module may have components of types that a plain module defines, whatever these need:
// only a reference that goes through them is refused. As caf all modules are compiled for images.
func TestPlainTypesAsComponents(t *testing.T) {
	p := newPlace(t)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("plan.f90", `module plan
  implicit none
  type setup
    integer :: steps = 3
    real, allocatable :: weights(:)
  contains
    procedure :: twice
  end type
contains
  integer function twice(this)
    class(setup), intent(in) :: this
    twice = 2*this%steps
  end function
end module
`)
	write("field.f90", `module field
  use plan, only: setup
  implicit none
  type grid
    real, allocatable :: halo(:)[:]
    real, allocatable :: inner(:)
    type(setup) :: control
  end type
  type, extends(setup) :: schedule
    integer, allocatable :: hours(:)
  end type
end module
`)
	write("run.f90", `program run
  use field
  implicit none
  type(grid) :: g
  type(schedule) :: s[*]
  allocate (g%halo(2)[*])
  g%halo = this_image()
  s%hours = [this_image(), 5]
  sync all
  print '(i0,1x,f0.1,1x,i0)', g%control%twice(), g%halo(2)[num_images()], s[1]%hours(1)
end program
`)
	write("whole.f90", `program whole
  use field
  implicit none
  type(schedule) :: s[*], mine
  s%weights = [2.5]
  s%hours = [this_image(), 5]
  sync all
  mine = s[num_images()]
  print '(2(i0,1x),f0.1)', mine%hours, mine%weights
end program
`)
	p.good("coral fc -c plan.f90", "coral fc -c field.f90",
		"coral fc run.f90 plan.o field.o -o run")
	if stdout, _ := p.good("./run"); stdout != "6 2.0 1\n6 2.0 1\n" {
		t.Errorf("printed\n%s", stdout)
	}
	check := func() {
		t.Helper()
		if stdout, _ := p.good("./whole"); stdout != "2 5 2.5\n2 5 2.5\n" {
			t.Errorf("printed\n%s", stdout)
		}
	}
	p.good("coral fc whole.f90 plan.o field.o -o whole")
	check()
	p.good("caf -c plan.f90", "caf -c field.f90", "caf whole.f90 plan.o field.o -o whole")
	check()
}

// Files whose names do not say what they are, by -x, among others; rules for make of a file with
// coarrays.
func TestLanguages(t *testing.T) {
	p := newPlace(t)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("box.f90", "module box\n integer :: x[*] = 4\nend module\n")
	write("main.source",
		"program main\n use box\n x = x + FOUR*this_image()\n sync all\n"+
			" print '(i0,1x,i0)', x[num_images()], nine()\ncontains\n"+
			" integer function nine()\n  integer(4), external :: five\n  nine = five() + FOUR\n"+
			" end function\nend program\n")
	write("five.source", "integer(4) function five()\n five = 5\nend function\n")
	write("one.source", "int one(void) { return 1; }\n")
	want := func(program, output string) {
		t.Helper()
		if stdout, _ := p.good("./" + program); stdout != output+"\n"+output+"\n" {
			t.Errorf("%s printed\n%s", program, stdout)
		}
	}
	p.good("coral fc -DFOUR=4 box.f90 -x f95-cpp-input main.source -x f95 five.source -x c " +
		"one.source -o together")
	p.good("coral fc -c box.f90", "coral fc -DFOUR=4 -x f95-cpp-input -c main.source",
		"coral fc -xf95 -c five.source", "coral fc box.o main.o five.o -o apart")
	p.good("coral fc -cpp -DFOUR=4 -x f95 main.source -x none five.o box.o -o none")
	for _, program := range []string{"together", "apart", "none"} {
		want(program, "12 9")
	}
	if stdout, _ := p.good("coral fc -cpp -M box.f90"); !strings.Contains(stdout, "box.mod") {
		t.Errorf("-M printed %q", stdout)
	}
}

// Sources from standard input, with coarrays and without: what is made is called as the compiler
// calls it, and messages name <stdin>.
func TestStandardInput(t *testing.T) {
	p := newPlace(t)
	script := func(text, rest string) (string, string, int) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(p.dir, "in.txt"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return p.run("sh", "-c", "coral fc "+rest+" < in.txt")
	}
	coarray := "integer :: x[*]\nx = FOUR\nsync all\n" +
		"if (this_image() == 1) print '(i0)', x[num_images()]\nend\n"
	for _, c := range []struct{ text, line, program, want string }{
		{coarray, "-DFOUR=4 -x f95-cpp-input - -o free", "./free", "4\n"},
		{"      INTEGER A[*]\n      A = 5\n      SYNC ALL\n" +
			"      IF (THIS_IMAGE() .EQ. 1) PRINT '(I0)', A[1]\n      END\n", "-x f77 - -o " +
			"fixed", "./fixed", "5\n"},
		{"print '(i0)', 6\nend\n", "-x f95 -", "./a.out", "6\n"},
	} {
		if stdout, stderr, code := script(c.text, c.line); code != 0 {
			t.Fatalf("%s: %s%s", c.line, stdout, stderr)
		}
		if stdout, _ := p.good(c.program); stdout != c.want {
			t.Errorf("%s: printed %q", c.line, stdout)
		}
	}
	if _, stderr, code := script(strings.ReplaceAll(coarray, "FOUR", "4"),
		"-c -x f95 -"); code != 0 {
		t.Error(stderr)
	}
	if _, err := os.Stat(filepath.Join(p.dir, "-.o")); err != nil {
		t.Error(err)
	}
	if _, stderr, code := script(coarray+"x = [\n", "-DFOUR=4 -x f95-cpp-input -"); code == 0 ||
		!strings.Contains(stderr, "<stdin>:6:6: error") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func (p *place) spoil(name string, change func(string) string) {
	p.t.Helper()
	path := filepath.Join(p.dir, name)
	text, err := os.ReadFile(path)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(change(string(text))), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// A file with errors that has nothing to do with coarrays is reported by the compiler, one that has
// by Coral. TestChecks: -check, and the compiler's checks of subscripts, check coindexed objects.
func TestChecks(t *testing.T) {
	p := newPlace(t)
	if err := os.WriteFile(filepath.Join(p.dir, "k.f90"),
		[]byte("program k\n  integer :: x(3)[*], i\n  x = 7\n  i = this_image() + 2\n  sync all\n"+
			"  x(i)[1] = 1\nend\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for options, checked := range map[string]bool{"": false, "-check": true, "-fcheck=bounds": true,
		"-fcheck=mem,all": true, "-fbounds-check": true, "-fcheck=mem": false} {
		p.good("coral fc "+options+" -c k.f90", "coral fc k.o -o k")
		_, stderr, code := p.run("./k")
		if got := strings.Contains(stderr,
			"k.f90:6: coindexed object: the subscript of dimension 1 of 'x' is 4, its bounds are "+
				"1 and 3 [R0309]"); got != checked || checked != (code != 0) {
			t.Errorf("%q: exit code %d, checked: %v\n%s", options, code, got, stderr)
		}
	}
}

func TestErrors(t *testing.T) {
	p := newPlace(t)
	for name, text := range map[string]string{"plain.f90": "program p\n  x = (1\nend\n",
		"coarray.f90": "program p\n  integer :: x[*]\n  x[1 = 3\nend\n",
		"stop.f90":    "subroutine s\n  stop 4\nend\n",
		"calls.f90":   "program c\n  if (this_image() == 2) call s\n  sync all\nend\n",
		"long.f90": "program l\n  integer :: x[*]\n  x = this_image()\n  sync all\n" +
			"  if (x[1] /= 1 .or. kind(x) /= 8) error stop 2\nend\n",
		"two.caf": "program two\n  integer :: x[*]\n  x = team_rank()\nend\n"} {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p.bad("coral fc -c plain.f90", "Error: Expected a right parenthesis")
	p.bad("coral fc -c coarray.f90", "coarray.f90:3")
	p.bad("coral fc -fdefault-integer-8 -c two.caf",
		"two.caf: the option -fdefault-integer-8 cannot be obeyed")
	p.good("coral fc -fdefault-integer-8 long.f90 -o long", "cafrun -n 2 ./long")
	p.bad("coral fc -finteger-4-integer-8 -c lib/field.f90", "integer(int64)")
	p.bad("coral fc -c nowhere.f90", "nowhere.f90")
	p.bad("cafrun -n 0 ./main", "expected a number of images")
	p.bad("cafrun -n 2 ./nowhere", "the program ./nowhere")
	// STOP in a file without coarrays ends an image of a program that has some as STOP does.
	p.good("coral fc -c stop.f90", "coral fc calls.f90 stop.o -o calls")
	if stdout, stderr, code := p.run("./calls"); code == 0 || !strings.Contains(stderr, "STOP 4") ||
		strings.Contains(stderr, "R0502") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}

// TestDynamicTypes: a polymorphic object of another image is copied by what stands beside its
// dynamic type, which the file that copies it does not know.
func TestDynamicTypes(t *testing.T) {
	p := newPlace(t)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("tasks.f90", `module tasks
  implicit none
  type, abstract :: task
   contains
     procedure(work), deferred :: run
  end type
  abstract interface
     integer function work(self)
       import task
       class(task), intent(in) :: self
     end function
  end interface
contains
  function fetched(x, k) result(y)
    class(task), intent(in) :: x[*]
    integer, intent(in) :: k
    class(task), allocatable :: y
    y = x[k]
  end function
end module
`)
	write("sums.f90", `module sums
  use tasks
  implicit none
  type, extends(task) :: sum_of
     integer, allocatable :: terms(:)
   contains
     procedure :: run => run_sum
  end type
contains
  integer function run_sum(self)
    class(sum_of), intent(in) :: self
    run_sum = sum(self%terms)
  end function
end module
`)
	write("main.f90", `program main
  use tasks
  use sums
  implicit none
  class(task), allocatable :: x[:], y
  integer :: i
  allocate (sum_of :: x[*])
  select type (x)
  type is (sum_of)
     x%terms = [(10*this_image(), i=1, this_image())]
  end select
  sync all
  allocate (y, source=fetched(x, num_images()))
  print '(i0)', y%run()
  sync all
end program
`)
	p.good("coral fc -c tasks.f90", "coral fc -c sums.f90",
		"coral fc main.f90 tasks.o sums.o -o main")
	if stdout, _ := p.good("./main"); stdout != "40\n40\n" {
		t.Errorf("printed\n%s", stdout)
	}
	p.good("ar rcs libtasks.a tasks.o sums.o", "coral fc -O2 main.f90 -L. -ltasks -o main")
	if stdout, _ := p.good("./main"); stdout != "40\n40\n" {
		t.Errorf("from the archive\n%s", stdout)
	}
	_, commands := p.good("coral fc -### -c sums.f90")
	words := strings.Fields(commands)
	at := slices.IndexFunc(words,
		func(w string) bool {
			return strings.HasPrefix(w, "-I") &&
				strings.Contains(w, "gfortran")
		})
	if at < 0 {
		t.Skipf("the commands do not name Coral's modules for gfortran:\n%s", commands)
	}
	// In a folder of its own, for its module file would not be the one that sums.cmod belongs to.
	p.good("mkdir alone", "gfortran -fPIE -c "+words[at]+" -J alone sums.f90 -o alone/sums.o",
		"coral fc main.f90 tasks.o alone/sums.o -o main")
	p.bad("./main", "[R0312]")
	p.good("cp alone/sums.mod .")
	p.bad("coral fc main.f90 tasks.o alone/sums.o -o main", "[C0314]")
}
