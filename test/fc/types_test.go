package fc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// TestEveryType: what other files might need of a type must not keep a file from being compiled.
func TestEveryType(t *testing.T) {
	want := map[string]string{ // what programs print; others are only compiled
		"defined_assignment": "20 20 5", "defined_io_formatted": "7", "final_nested": "7 7",
		"pointer_default_target":         "5",
		"parameterized_type":             "2.00000000 2.00000000",
		"procedure_pointer_array_result": "1.00000000 1.00000000", "ship_abstract_p": "PASS",
		"pointers_use": "PASS",
	}
	others := map[string]string{"ship_abstract_p": "ship_abstract_a.o ship_abstract_b.o",
		"pointers_use": "pointers_store.o"}
	files, err := filepath.Glob("types/*.f90")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %d files", err, len(files))
	}
	for _, compiler := range turns.Of(t.Name(), "coral fc", "caf") {
		p := newPlace(t)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.TrimSuffix(filepath.Base(file), ".f90")
			if err := os.WriteFile(filepath.Join(p.dir, name+".f90"), text, 0o600); err != nil {
				t.Fatal(err)
			}
			options := " -O0"
			if strings.HasPrefix(name, "std_") {
				options += " -std=" + strings.TrimPrefix(name, "std_")
			}
			p.good(compiler + options + " -c " + name + ".f90")
			if want[name] == "" {
				continue
			}
			stdout, _ := p.good(compiler+" -o "+name+" "+name+".o "+others[name], "./"+name)
			for line := range strings.Lines(stdout) {
				if got := strings.Join(strings.Fields(line), " "); !strings.Contains(want[name],
					got) {
					t.Errorf("%s of %s: %q, want %q", name, compiler, got, want[name])
				}
			}
		}
	}
}

// TestHiddenTypes: a type extends one of another module whose components are private. Objects are
// sent whole where that module was compiled for it; else that is refused where they are sent.
func TestHiddenTypes(t *testing.T) {
	p := newPlace(t)
	p.write("base.f90", `module base
  type, public :: b
    private
    integer, allocatable :: x(:)
  contains
    procedure :: set, total
  end type
contains
  subroutine set(self, x)
    class(b), intent(inout) :: self
    integer, intent(in) :: x(:)
    self%x = x
  end subroutine
  integer function total(self)
    class(b), intent(in) :: self
    total = sum(self%x)
  end function
end module
`)
	p.write("ext.f90", `module ext
  use base
  type, extends(b) :: e
    integer :: k = 3
    character(:), allocatable :: name
  end type
  integer :: n[*]
end module
`)
	p.write("parts.f90", `program parts
  use ext
  type(e), save :: z[*]
  z%k = 4
  sync all
  print *, z[num_images()]%k
end program
`)
	p.write("whole.f90", `program whole
  use ext
  type(e), save :: z[*]
  class(b), allocatable :: c[:]
  class(b), allocatable :: got
  type(e) :: w
  call z%set([this_image(), 10])
  z%name = repeat('n', this_image())
  allocate (e :: c[*])
  call c%set([this_image(), 100])
  sync all
  w = z[2]
  allocate (got, source=c[2])
  call co_broadcast(z, 1)
  print '(a,4i4)', w%name, w%total(), got%total(), z%total(), len(z%name)
end program
`)
	p.good("coral fc -c base.f90 ext.f90", "coral fc parts.f90 ext.o base.o -o parts", "./parts")
	p.bad("coral fc -c whole.f90",
		"type 'b' has no part in images: its module 'base' was compiled as one without coarrays")
	stdout, _ := p.good("caf -c base.f90 ext.f90", "caf whole.f90 ext.o base.o -o whole", "./whole")
	if strings.Join(strings.Fields(stdout), " ") != "nn 12 102 11 1 nn 12 102 11 1" {
		t.Errorf("printed %q", stdout)
	}
	// An extension in a module without coarrays is fetched by its dynamic type elsewhere.
	p.write("apart.f90", `module apart
  use base
  type, extends(b) :: e
    integer, allocatable :: k(:)
  end type
contains
  function made() result(o)
    class(b), allocatable :: o
    allocate (o, source=e(k=[5, 6, 7]))
  end function
end module
`)
	p.write("dynamic.f90", `program dynamic
  use base
  use apart, only: made
  class(b), allocatable :: c[:]
  class(b), allocatable :: got
  allocate (c[*], source=made())
  call c%set([this_image(), 100])
  sync all
  allocate (got, source=c[2])
  sync all
  call c%set([1])
  sync all
  print '(2i4)', got%total(), c%total()
end program
`)
	p.good("caf -c base.f90", "coral fc -c apart.f90")
	stdout, _ = p.good("coral fc -c dynamic.f90", "caf dynamic.o apart.o base.o -o dynamic",
		"./dynamic")
	if strings.Join(strings.Fields(stdout), " ") != "102 1 102 1" {
		t.Errorf("printed %q", stdout)
	}
}

// TestRefusedHelpers: a compiler refuses what Coral writes beside a module's types. The file is
// translated without that, and compiled. A type that has no private parts is sent all the same; of
// another, that is refused where objects are sent, and all else goes on.
func TestRefusedHelpers(t *testing.T) {
	p := newPlace(t)
	p.write("refuses", `#!/bin/sh
# gfortran, which refuses a text that tells the runtime of the types of the modules hidden and open.
for word; do
    case $word in
    *hidden*.f90 | *open*.f90)
        if grep -q -e coral_types_hidden -e coral_types_open "$word"; then
            echo "refused" >>refusals
            echo "$word:1:1: Error: cannot take the helper" >&2
            exit 1
        fi
        ;;
    esac
done
exec gfortran "$@"
`)
	p.good("chmod 755 refuses")
	p.env = append(p.env, "CORAL_FC="+filepath.Join(p.dir, "refuses"))
	module := func(name, private string) {
		p.write(name+".f90", `module `+name+`
  type, public :: b
    `+private+`
    integer, allocatable :: x(:)
  contains
    procedure :: set, total
  end type
  integer :: n[*]
contains
  subroutine set(self, x)
    class(b), intent(inout) :: self
    integer, intent(in) :: x(:)
    self%x = x
  end subroutine
  integer function total(self)
    class(b), intent(in) :: self
    total = sum(self%x)
  end function
end module
`)
	}
	program := func(name, module, sends string) {
		p.write(name+".f90", `program p
  use `+module+`
  type(b), save :: z[*]
  type(b) :: w
  call z%set([this_image(), 10])
  call w%set([0])
  n = 5 * this_image()
  sync all
  `+sends+`
  sync all
  print *, n[2], z%total() - this_image(), w%total()
end program
`)
	}
	module("hidden", "private")
	module("open", "")
	program("sends_open", "open", "w = z[2]")
	program("sends_hidden", "hidden", "w = z[2]")
	program("keeps_hidden", "hidden", "continue")
	p.good("caf -c hidden.f90", "caf -c open.f90")
	if text, _ := os.ReadFile(filepath.Join(p.dir,
		"refusals")); string(text) != "refused\nrefused\n" {
		t.Errorf("the compiler has refused %q: the helpers have another name", text)
	}
	for name, want := range map[string]string{"open": "10 10 12 10 10 12",
		"hidden": "10 10 0 10 10 0"} {
		program := map[string]string{"open": "sends_open", "hidden": "keeps_hidden"}[name]
		stdout, _ := p.good("caf "+program+".f90 "+name+".o -o "+program, "./"+program)
		if got := strings.Join(strings.Fields(stdout), " "); got != want {
			t.Errorf("%s printed %q, want %q", program, got, want)
		}
	}
	p.bad("caf -c sends_hidden.f90", "type 'b' has no part in images: the compiler does not take "+
		"what would send the types of its module 'hidden', and it or a component is private "+
		"there [C0219]")
}

// writeShapes writes a module of types, and a program without coarrays that uses it.
func writeShapes(p *place) {
	const shapes = `module shapes
  implicit none
  type :: shape
    integer :: n = 0
    class(shape), pointer :: others(:) => null()
  end type
  type, extends(shape) :: polygon
    real, allocatable :: x(:)
  end type
contains
  subroutine make(s, n)
    type :: point
      real, allocatable :: coordinates(:)
    end type
    class(shape), allocatable, intent(out) :: s
    integer, intent(in) :: n
    type(polygon) :: p
    type(point) :: q
    q%coordinates = [real :: 1, n, n*n]
    p%n = n
    p%x = q%coordinates
    allocate (s, source=p)
  end subroutine
  real function total(s)
    class(shape), intent(in) :: s
    if (s%n < 0) error stop 'no shape'
    if (s%n > 100) stop 5
    total = s%n
    select type (s)
    type is (polygon)
      total = total + sum(s%x)
    end select
  end function
end module
`
	const plain = `program plain
  use shapes
  implicit none
  class(shape), allocatable :: s
  call make(s, 2)
  print '(f0.1)', total(s)
end program
`
	p.write("shapes.f90", shapes)
	p.write("plain.f90", plain)
	p.write("one.f90", shapes+plain)
}

// writeExtensions writes modules and programs that extend these types.
func writeExtensions(p *place) {
	// a type that extends one of a prepared module, and a submodule in the short form
	p.write("more.f90", `module more
  use shapes
  implicit none
  type, extends(shape) :: circle
  end type
  interface
    module subroutine grow(c, by)
      type(circle), intent(inout) :: c
      integer, intent(in) :: by
    end subroutine
  end interface
contains
  real function area(c)
    class(circle), intent(in) :: c
    if (c%n < 0) error stop 'no circle'
    area = 3*c%n
  end function
end module
`)
	p.write("grown.f90", `submodule (more) grown
contains
  module procedure grow
    if (by < 0) stop 4
    c%n = c%n + by
  end procedure
end submodule
`)
	p.write("bigger.f90", `program bigger
  use more
  implicit none
  type(circle) :: c
  c%n = 2
  call grow(c, 1)
  if (c%n < 0) error stop
  print '(f0.1)', area(c)
end program
`)
	// a main program and procedures that extend such types themselves
	const stars = `program stars
  use more
  implicit none
  type, extends(shape) :: star
    real, allocatable :: y(:)
  end type
  type(star) :: s
  s%y = [1, 2, 3]
  if (size(s%y) /= 3) error stop 'no star'
  call inner(2)
  call other
  print '(f0.1)', sum(s%y) + 3
contains
  subroutine inner(n)
    integer, intent(in) :: n
    type, extends(star) :: comet
      character(:), allocatable :: name
    end type
    type(comet) :: c
    c%y = s%y
    c%name = 'abc'
    if (n < 0) stop 3
    block
      type, extends(circle) :: planet
        integer, allocatable :: z
      end type
      type(planet) :: p
      p%z = 4
      if (p%z /= 4) stop 4
    end block
  end subroutine
end program
subroutine other
  use shapes
  implicit none
  type, extends(polygon) :: hexagon
    integer, allocatable :: z(:)
  end type
  type(hexagon) :: h
  h%z = [1, 2]
  h%x = [1.0]
  if (size(h%x) /= 1) stop 5
end subroutine
`
	p.write("stars.f90", stars)
}

// writeSenders writes programs whose images send objects of these types.
func writeSenders(p *place) {
	// a main program that extends a type, with a procedure that sends
	p.write("lends.f90", `program lends
  use shapes
  implicit none
  interface
    subroutine send(s, got)
      import shape
      class(shape), intent(in) :: s
      class(shape), allocatable, intent(out) :: got
    end subroutine
  end interface
  type, extends(shape) :: star
    real, allocatable :: y(:)
  end type
  type(star) :: s
  class(shape), allocatable :: got
  allocate (s%y(5), source=7.)
  call send(s, got)
  select type (got)
  type is (star)
    if (size(got%y) /= 5) error stop 'size'
    if (any(got%y /= 7)) error stop 'value'
  class default
    error stop 'type'
  end select
  call inner
contains
  subroutine inner
    type, extends(star) :: comet
      character(:), allocatable :: name
    end type
    type(comet) :: c
    class(shape), allocatable :: got
    c%y = [3., 4.]
    c%name = 'abc'
    call send(c, got)
    select type (got)
    type is (comet)
      if (got%name /= 'abc' .or. any(got%y /= [3., 4.])) error stop 'wrong'
    class default
      error stop 'type'
    end select
  end subroutine
end program
`)
	p.write("send.f90", `subroutine send(s, got)
  use shapes
  implicit none
  class(shape), intent(in) :: s
  class(shape), allocatable, intent(out) :: got
  class(shape), allocatable, save :: a[:]
  integer :: left
  left = merge(num_images(), this_image() - 1, this_image() == 1)
  allocate (a[*], source=s)
  got = a[left]
  deallocate (a)
  if (this_image() == 1) print '(a)', 'sent'
end subroutine
`)
	p.write("fetch.f90", `program fetch
  use shapes
  implicit none
  class(shape), allocatable :: a[:], s, got
  integer :: left
  call make(s, this_image())
  allocate (a[*], source=s)
  left = merge(num_images(), this_image() - 1, this_image() == 1)
  sync all
  got = a[left]
  if (nint(total(got)) /= 2*left + 1 + left**2) error stop 'wrong'
  sync all
  if (this_image() == 1) print '(a)', 'good'
end program
`)
}

// TestPreparedModules: what caf adds to a module for the programs of others leaves a program
// without coarrays what it is, and a module may be in a shared library.
func TestPreparedModules(t *testing.T) {
	p := newPlace(t)
	writeShapes(p)
	writeExtensions(p)
	writeSenders(p)
	for _, c := range []struct{ commands, program, want string }{
		{"caf -c shapes.f90;caf -o plain plain.f90 shapes.o", "./plain", "9.0\n"},
		{"caf -o plain shapes.f90 plain.f90", "./plain", "9.0\n"},
		{"caf -o plain one.f90", "./plain", "9.0\n"}, // a program beside its module
		{"caf -c more.f90;caf -c grown.f90;caf -o bigger bigger.f90 more.o grown.o shapes.o",
			"./bigger", "9.0\n"},
		{"caf -std=f2018 -Wall -Werror -c stars.f90;caf -o stars stars.o more.o grown.o shapes.o",
			"./stars", "9.0\n"},
		{"caf -c lends.f90;caf -c send.f90;caf -o lends lends.o send.o shapes.o",
			"./lends", "sent\nsent\n"},
		{"ar rcs libshapes.a shapes.o;caf -o plain plain.f90 -L. -lshapes", "./plain", "9.0\n"},
		{"caf -fPIC -shared -o libshapes.so shapes.f90;" +
			"caf -o plain plain.f90 -L. -lshapes -Wl,-rpath,.", "./plain", "9.0\n"},
		{"caf -o fetch fetch.f90 shapes.o", "./fetch", "good\n"},
	} {
		p.good(strings.Split(c.commands, ";")...)
		if stdout, _ := p.good(c.program); stdout != c.want {
			t.Errorf("%s printed %q behind %s", c.program, stdout, c.commands)
		}
	}
	// what has to do with CLASS(*) refers to nothing of the runtime's
	p.write("holds.f90", `module holds
  use, intrinsic :: iso_c_binding, only: c_int
  type :: t
    class(*), allocatable :: v
    real, allocatable :: a(:)
  end type
contains
  subroutine show(n) bind(c)
    integer(c_int), value :: n
    type :: local
      class(*), allocatable :: w
    end type
    type(t) :: x
    type(local) :: y
    allocate (x%v, y%w, source=n)
    x%a = [1.0, 2.0]
    associate (b => x%a(2:))
      select type (w => x%v)
      type is (integer(c_int))
        print '(i0,f4.1)', w, b
      end select
    end associate
  end subroutine
end module
`)
	p.write("shows.c", "void show(int);\nint main(void) { show(3); return 0; }\n")
	p.good("caf -Wall -Werror -c holds.f90", "gcc -c shows.c",
		"gcc -o shows shows.o holds.o -lgfortran")
	if stdout, _ := p.good("./shows"); stdout != "3 2.0\n" {
		t.Errorf("a program that gcc has linked with a prepared module printed %q", stdout)
	}
	p.good("caf -o fetch fetch.f90 -L. -lshapes -Wl,-rpath,.")
	p.bad("./fetch", "[R0312]") // what the library allocates is not reached by other images
}
