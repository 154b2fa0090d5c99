package foreign

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

const library = `module units
  use, intrinsic :: iso_fortran_env, only: real64
  use, intrinsic :: iso_c_binding, only: c_ptr, c_double, c_int
  implicit none
  private
  public :: closed, dp, n, low, pi, yes, name, tab, factor, base, cell, shape, area, norm, cross, solve
  public :: work, fixed, text, handler, c_solve, operator(.x.), assignment(=)
  integer, parameter :: dp = real64, n = 4, low = -7
  real(dp), parameter :: pi = 3.14159265358979_dp, factor(2) = [1.5_dp, -2.0_dp]
  logical, parameter :: yes = .true.
  character(*), parameter :: name = 'it''s "me"'
  integer, parameter :: tab(2,2) = reshape([1,2,3,4],[2,2])
  real(dp), allocatable, save :: work(:,:)
  real(dp), target :: fixed(0:n, -3:3)
  character(len=:), allocatable :: text
  integer :: secret = 1
  type :: base
    integer :: id = 3
  end type
  type :: closed
    private
    integer :: inner = 2
    integer, public :: seen = 1
    procedure(), pointer, nopass, public :: call_me => null()
  end type
  type :: hidden
    real, allocatable :: h(:)
  end type
  type, extends(base) :: cell
    real(dp) :: x(3) = 0
    real(dp), allocatable :: m(:,:)
    type(cell), pointer :: next => null()
    class(base), allocatable :: poly
    procedure(handler), pointer, nopass :: act => null()
    type(hidden) :: rest
    type(c_ptr) :: handle
    real(dp), private :: own
  contains
    procedure :: area => cell_area
    generic :: assignment(=) => set
    procedure :: set
  end type
  type, abstract :: shape
  contains
    procedure(area), deferred :: measure
  end type
  abstract interface
    function area(self) result(a)
      import :: shape
      class(shape), intent(in) :: self
      real :: a
    end function
    subroutine handler(x)
      real, intent(inout) :: x
    end subroutine
  end interface
  interface
    subroutine c_solve(a, n) bind(c, name='c_solve')
      import :: c_double, c_int
      real(c_double), intent(inout) :: a(*)
      integer(c_int), value :: n
    end subroutine
  end interface
  interface norm
    module procedure norm_of, norm_each
  end interface
  interface operator(.x.)
    module procedure cross
  end interface
  interface assignment(=)
    module procedure number
  end interface
contains
  pure real(dp) function norm_of(x)
    real(dp), intent(in) :: x(:)
    norm_of = sum(abs(x))
  end function
  elemental real(dp) function norm_each(x)
    real(dp), intent(in) :: x
    norm_each = abs(x)
  end function
  function cross(a, b) result(c)
    real(dp), intent(in) :: a(3), b(3)
    real(dp) :: c(3)
    c = a*b
  end function
  subroutine number(a, i)
    type(base), intent(out) :: a
    integer, intent(in) :: i
    a%id = i
  end subroutine
  function solve(k, x, each) result(r)
    integer, intent(in) :: k
    real(dp), intent(in), optional :: x(k)
    procedure(handler) :: each
    character(len=2*k+1) :: r
    r = ' '
  end function
  real(dp) function cell_area(self)
    class(cell), intent(in) :: self
    cell_area = 1
  end function
  subroutine set(self, i)
    class(cell), intent(inout) :: self
    integer, intent(in) :: i
    self%id = i
  end subroutine
end module
module more
  use units, only: wp => dp, norm, cell
  implicit none
  real(wp) :: z
end module
`

// compiled gives the module files of the library.
func compiled(t *testing.T, compiler string) (units, more []byte) {
	t.Helper()
	if _, err := exec.LookPath(compiler); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "library.f90"), []byte(library), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(compiler, "-c", "library.f90")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	read := func(name string) []byte {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	return read("units.mod"), read("more.mod")
}

func text(t *testing.T, content []byte, module string, known bool) string {
	t.Helper()
	text, err := Read(content, module, func(string) bool { return known })
	if err != nil {
		t.Fatal(err)
	}
	var diags diag.List
	syntax.Parse(diag.NewSource(module, text), syntax.Options{}, &diags)
	if diags.HasErrors() {
		var b strings.Builder
		diags.Render(&b)
		t.Fatalf("%s\n%s", b.String(), text)
	}
	return text
}

func TestGNU(t *testing.T) {
	units, more := compiled(t, "gfortran")
	got := text(t, units, "units", true)
	lines := strings.Split(got, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	for _, want := range []string{
		"private", "public :: dp", "public :: norm", "public :: cell",
		"use, intrinsic :: iso_c_binding, only: c_ptr",
		"integer(4), parameter :: dp = 8", "integer(4), parameter :: low = (-7)",
		"logical(4), parameter :: yes = .true.",
		"character(len=9_8, kind=1), parameter :: name = 'it''s \"me\"'",
		"real(8), allocatable :: work(:, :)", "real(8), target :: fixed(0:4, (-3):3)",
		"type, extends(base) :: cell", "real(8), allocatable :: m(:, :)",
		"class(base), allocatable :: poly", "type(hidden) :: rest", "real(8), private :: own",
		"type(cell), pointer :: next => null()", "procedure(handler), pointer, nopass :: act",
		"procedure :: area => cell_area", "generic :: assignment(=) => set",
		"type, abstract :: shape", "integer(4) :: inner = 2", "integer(4), public :: seen = 1",
		"procedure(area), deferred :: measure",
		"interface norm", "procedure norm_of", "interface operator(.x.)", "interface assignment(=)",
		"subroutine c_solve(a, n) bind(c, name=\"c_solve\")", "integer(4), value :: n",
		"pure function norm_of(x) result(norm_of_)",
		"elemental function norm_each(x) result(norm_each_)",
		"real(8), optional, intent(in) :: x(k)", "character(len=((2 * k) + 1), kind=1) :: r",
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if want := "type :: closed\nprivate\ninteger(4) :: inner"; !strings.Contains(
		strings.Join(lines, "\n"), want) {
		t.Errorf("%q is missing in\n%s", want, got)
	}
	for _, not := range []string{"public :: hidden", "public :: secret", "secret"} {
		if slices.Contains(lines, not) {
			t.Errorf("%q is in\n%s", not, got)
		}
	}
	if got := text(t, more, "more", true); !strings.Contains(got, "use units, only: wp => dp") ||
		!strings.Contains(got, "use units, only: norm\n") {
		t.Errorf("more:\n%s", got)
	}
	if got := text(t, more, "more", false); !strings.Contains(got,
		"integer(4), parameter :: wp = 8") || !strings.Contains(got,
		"type, extends(base) :: cell") ||
		!strings.Contains(got, "interface norm") {
		t.Errorf("more, by itself:\n%s", got)
	}
}

func TestFlang(t *testing.T) {
	units, more := compiled(t, "flang-22")
	for _, want := range []string{"integer(4),parameter::dp=8_4\n", "type,extends(base)::cell\n"} {
		if got := text(t, units, "units", true); !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	text(t, more, "more", true)
}

// What is cut short, changed or of another version is not read, and nothing worse happens.
func TestDamaged(t *testing.T) {
	for _, content := range []string{"", "GFORTRAN", "\x1f\x8b", "\x1f\x8b\x08\x00garbage",
		"V27 something"} {
		if _, err := Read([]byte(content), "units",
			func(string) bool { return false }); !errors.Is(err, ErrFormat) {
			t.Errorf("%q: %v", content, err)
		}
	}
	whole := "GFORTRAN module version '15' created from a.f90\n(() ())\n\n()\n\n()\n\n()\n\n" +
		"()\n\n()\n\n(2 'n' 'units' '' 1 ((PARAMETER UNKNOWN-INTENT UNKNOWN-PROC UNKNOWN " +
		"IMPLICIT-SAVE 0 0) () (INTEGER 4 0 0 0 INTEGER ()) 0 0 () (CONSTANT (INTEGER 4 0 0 0 " +
		"INTEGER ()) 0 '4' ()) () 0 () () () 0 0)\n)\n\n('n' 0 2)\n"
	read := func(s string) (text string, err error) {
		defer func() {
			if fault := recover(); fault != nil {
				if bad, ok := fault.(unreadable); ok {
					err = bad.err
					return
				}
				panic(fault)
			}
		}()
		return gnuText(s, "units", func(string) bool { return false }), nil
	}
	if got, err := read(whole); err != nil ||
		!strings.Contains(got, "integer(4), parameter :: n = 4\n") {
		t.Fatalf("%v\n%s", err, got)
	}
	for i := range whole {
		read(whole[:i])
		for _, c := range []string{"(", ")", "'", "7", "X", ""} {
			read(whole[:i] + c + whole[i+1:])
		}
	}
	if got, err := read(strings.Replace(whole, "'15'", "'16'", 1)); err != nil ||
		!strings.Contains(got, "module units") {
		t.Errorf("the version of gfortran 15 and 16: %v\n%s", err, got)
	}
	if _, err := read(strings.Replace(whole, "'15'", "'14'", 1)); !errors.Is(err, ErrFormat) {
		t.Errorf("another version: %v", err)
	}
	if _, err := read(strings.Replace(whole, "() 0 () () () 0 0)",
		"(1 1 EXPLICIT (CONSTANT (INTEGER 4 0 0 0 INTEGER ()) 0 '1' ()) () () ()) 0 () () () 0 "+
			"0)", 1)); !errors.Is(err, ErrCoarrays) {
		t.Errorf("a coarray: %v", err)
	}
}

func TestIgnoredTypes(t *testing.T) {
	got := flangText("!mod$ v1 sum:0\nmodule m\ncontains\nsubroutine s(buf,n)\n" +
		"real(4),intent(in)::buf(1_8:*)\n!dir$ ignore_tkr(tkr) buf\n" +
		"type(__builtin_c_ptr)::n\nend\nend\n")
	if !strings.Contains(got, "\ntype(*),intent(in)::buf(..)\n") ||
		!strings.Contains(got, "type(flang__builtin_c_ptr)::n") {
		t.Error(got)
	}
}
