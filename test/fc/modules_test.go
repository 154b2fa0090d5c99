package fc

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/conformance"
	"github.com/coral-pgas/coral/test/turns"
)

// variables has what modules get further declarations for.
const variables = `module variables
  implicit none
  private
  type, public :: cell
    real, allocatable :: halo(:)[:]
    integer :: n = 3
  end type
  type(cell), public :: here
  real, allocatable :: hidden(:)[:]
  real, allocatable, public :: seen(:)[:]
  type(cell), allocatable, public :: others(:)
  integer, save :: static[*]
  public :: begin, total
contains
  subroutine begin
    allocate (hidden(2)[*], source=real(this_image()))
    allocate (seen(2)[*], source=real(this_image()))
    allocate (here%halo(2)[*], source=real(this_image()))
    static = this_image()
    sync all
  end subroutine
  real function total(i)
    integer, intent(in) :: i
    total = hidden(1)[i] + seen(2)[i] + here%halo(1)[i] + static[i]
  end function
end module
`

const variablesUser = `program user
  use variables
  implicit none
  real, allocatable :: hidden(:)[:]
  call begin
  allocate (hidden(1)[*], source=1.0)
  if (total(num_images()) /= 4*num_images() .or. hidden(1)[1] /= 1) error stop 'total'
  if (seen(1)[1] + here%halo(2)[1] /= 2) error stop 'variables'
  if (this_image() == 1) print '(a)', 'ok'
end program
`

// A file that uses a module reads the compiler's module file of the generated text.
func TestVariablesOfModule(t *testing.T) {
	for _, compiler := range []string{"gfortran", "flang-22"} {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		p := newPlace(t)
		p.env = append(p.env, "CORAL_FC="+compiler)
		p.write("variables.f90", variables)
		p.write("user.f90", variablesUser)
		p.good("coral build user.f90 variables.f90 -o user")
		if out, _ := p.good("./user"); out != "ok\n" {
			t.Errorf("%s: printed\n%s", compiler, out)
		}
	}
}

// TestModuleFilesAreRead: flang reads each module file that it has written of the suite's modules.
// It writes some that it cannot read.
func TestModuleFilesAreRead(t *testing.T) {
	if _, err := exec.LookPath("flang-22"); err != nil {
		t.Skip(err)
	}
	root, err := filepath.Abs("../conformance/fortran")
	if err != nil {
		t.Fatal(err)
	}
	programs, err := conformance.Load(root)
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.Open("../conformance/prevented.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	prevented, err := conformance.LoadPrevented(list)
	if err != nil {
		t.Fatal(err)
	}
	programs = slices.DeleteFunc(programs, func(p *conformance.Program) bool {
		return len(p.Files) > 1 || len(p.BuildArgs)+len(p.Expected) > 0 || !p.IsFor("flang 22") ||
			// flang does not read a short-form procedure in the module of its interface, either.
			p.Name == "scope/short_form_names" ||
			slices.ContainsFunc(prevented, func(e conformance.Prevented) bool {
				return e.Backend == "flang 22" && e.Program == p.Name
			})
	})
	const each = 160 // half of the programs have modules
	for i, program := range programs {
		if turns.All() || (i+turns.Now())%each == 0 {
			readModules(t, program)
		}
	}
}

// readModules compiles a program, and one that uses it for each of its modules.
func readModules(t *testing.T, program *conformance.Program) {
	p := newPlace(t)
	p.env = append(p.env, "CORAL_FC=flang-22")
	p.good("coral fc -c " + program.Files[0])
	files, err := filepath.Glob(filepath.Join(p.dir, "*.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mod")
		if !strings.Contains(name, "-") { // of a submodule
			p.write("reader.f90", "program reader\nuse "+name+"\nend program\n")
			p.good("coral fc -c reader.f90")
		}
	}
}

// TestNewerForms: what the compiler does not know and Coral writes in older forms is taken in files
// without coarrays, too. They stay what they are: the program runs once and ends by itself.
func TestNewerForms(t *testing.T) {
	p := newPlace(t)
	p.write("shows.f90", `module shows
  implicit none
  private
  generic, public :: shown => shown_integer, shown_real
contains
  integer function shown_integer(x)
    integer, intent(in) :: x
    shown_integer = x
  end function
  integer function shown_real(x)
    real, intent(in) :: x
    shown_real = int(10*x)
  end function
end module
`)
	p.write("main.f90", `program main
  use shows
  implicit none
  integer :: n
  n = shown(1)
  n = n + (n == 1 ? shown(2.0) : 0)
  print '(i0)', n
  stop n
end program
`)
	p.write("wrong.f90", "program wrong\n  integer :: n(2)\n"+
		"  where (n > 0) n = (n(1) > 0 ? 1 : 2)\nend program\n")
	for _, shows := range []string{"caf", "coral fc"} {
		for _, main := range []string{"caf", "coral fc"} {
			p.good(shows+" -c shows.f90", main+" -c main.f90", main+" -o main shows.o main.o")
			out, said, code := p.run("./main")
			if out != "21\n" || code != 21 || strings.Contains(said, "coral") {
				t.Errorf("%s and %s: %q, exit code %d: %s", shows, main, out, code, said)
			}
		}
	}
	p.good("coral fc -o main shows.f90 main.f90")
	if out, _, code := p.run("./main"); out != "21\n" || code != 21 {
		t.Errorf("in one command: %q, exit code %d", out, code)
	}
	p.bad("coral fc -c wrong.f90", "C0229")
	p.write("broken.f90", "module broken\n  private\n  generic, public :: shown => other\n"+
		"  integr :: n\ncontains\n  integer function other()\n    other = 1\n  end function\n"+
		"end module\n")
	p.bad("coral fc -c broken.f90", "broken.f90:4:")
	p.bad("coral fc -std=f2003 -c main.f90", "")
	for _, prefix := range []string{"simple", "non_recursive"} {
		p.write("prefix.f90", "integer "+prefix+" function one()\n  one = 1\nend function\n")
		p.write("calls.f90", "program calls\n  integer, external :: one\n  print '(i0)', one()\n"+
			"end program\n")
		p.good("coral fc -c prefix.f90", "coral fc -o calls calls.f90 prefix.o")
		if out, _, _ := p.run("./calls"); out != "1\n" {
			t.Errorf("%s: %q", prefix, out)
		}
	}
}
