package fc

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

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

// moduleLine begins a module. Programs that need an option, and those with errors, are left out.
var (
	moduleLine = regexp.MustCompile(`(?mi)^ *module +([a-z]\w*) *(!.*)?$`)
	options    = regexp.MustCompile(`(?m)^! build-args:`)
)

// TestModuleFilesAreRead: flang reads each module file that it has written of the suite's modules.
// It writes some that it cannot read.
func TestModuleFilesAreRead(t *testing.T) {
	if _, err := exec.LookPath("flang-22"); err != nil {
		t.Skip(err)
	}
	programs, err := filepath.Glob("../conformance/fortran/*/*.f90")
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string][]string{}
	for _, program := range programs {
		if strings.HasPrefix(program, "../conformance/fortran/errors/") {
			continue
		}
		text, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		if options.Match(text) {
			continue
		}
		for _, m := range moduleLine.FindAllSubmatch(text, -1) {
			name := strings.ToLower(string(m[1]))
			modules[program] = append(modules[program], name)
		}
	}
	const each = 40
	for i, program := range slices.Sorted(maps.Keys(modules)) {
		if !turns.All() && (i+turns.Now())%each != 0 {
			continue
		}
		path, err := filepath.Abs(program)
		if err != nil {
			t.Fatal(err)
		}
		p := newPlace(t)
		p.env = append(p.env, "CORAL_FC=flang-22")
		p.good("coral fc -c " + path)
		for _, name := range modules[program] {
			p.write("reader.f90", "program reader\nuse "+name+"\nend program\n")
			p.good("coral fc -c reader.f90")
		}
	}
}
