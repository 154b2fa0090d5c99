package resolve

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// program resolves sources, each a file of its own.
func program(t *testing.T, sources ...string) (*Program, *diag.List) {
	t.Helper()
	var diags diag.List
	var files []*syntax.File
	for _, s := range sources {
		files = append(files, syntax.Parse(diag.NewSource("t.f90", s), syntax.Options{}, &diags))
	}
	return Resolve(files, Options{}, &diags), &diags
}

func clean(t *testing.T, diags *diag.List) {
	t.Helper()
	if len(diags.All()) > 0 {
		var b bytes.Buffer
		_ = diags.Render(&b)
		t.Fatal(b.String())
	}
}

// TestUseAssociation: renames, ONLY, accessibility and modules that pass on what they use, whatever
// the order of files.
func TestUseAssociation(t *testing.T) {
	p, diags := program(t, `
module user
  use middle, local => renamed
end module`, `
module middle
  use base, only: renamed => u, w
  private
  public :: renamed
end module`, `
module base
  real :: u(3)[*], w[*], hidden[*]
  private :: hidden
end module`)
	clean(t, diags)
	user, base := p.Modules["user"], p.Modules["base"]
	if got := user.Lookup("local"); got == nil || got != base.Symbols["u"] {
		t.Errorf("local is %v, not u of base", got)
	}
	for _, name := range []string{"renamed", "u", "w", "hidden"} {
		if got := user.Lookup(name); got != nil {
			t.Errorf("%s is visible: %v", name, got)
		}
	}
	if base.Export("hidden") != nil || p.Modules["middle"].Lookup("w") == nil {
		t.Error("accessibility is wrong")
	}
}

// TestManyWays: modules that use all others in front of them, and types that contain others several
// times, have many more ways through them than can be gone.
func TestManyWays(t *testing.T) {
	var text strings.Builder
	text.WriteString("module m0\ntype t0\ninteger, allocatable :: n\nend type\n" +
		"interface operator(.of.)\nmodule procedure of\nend interface\n" +
		"interface g\nmodule procedure first\nend interface\ninteger :: v[*]\n" +
		"!$xmp nodes p(*)\n" +
		"contains\ninteger function of(a, b)\ntype(t0), intent(in) :: a, b\nend function\n" +
		"subroutine first(a)\ntype(t0) :: a\nend subroutine\nend module\n")
	for i := range 40 {
		fmt.Fprintf(&text, "module m%d\n", i+1)
		for j := range i + 1 {
			fmt.Fprintf(&text, "use m%d\n", j)
		}
		fmt.Fprintf(&text, "type t%d\ntype(t%d) :: a, b, c, d\nend type\nend module\n", i+1, i)
	}
	parts := "a, b, c, d, e, f, g, h\nend type\n"
	text.WriteString("program main\nuse m40\ntype(t40) :: x[*]\ninteger :: n\n" +
		"type oct\ntype(hub), allocatable :: " + parts +
		"type hub\ntype(oct), allocatable :: " + parts + "type(oct) :: o[*]\n" +
		"!$xmp sync_image(p(1))\ncall g(y)\nn = x[1] .of. x\nx = x[1]\n" +
		"call missing(v)\nend program\n")
	p, diags := program(t, text.String())
	clean(t, diags)
	main := p.Modules["m40"]
	if main.Lookup("v") == nil || main.Lookup("w") != nil || len(main.Exports()) < 40 {
		t.Error("a name is lost")
	}
	if c := apartComponent(main.Symbols["t40"], Allocatable); c == nil || c.Name != "n" {
		t.Errorf("the allocatable component of t40 is %v", c)
	}
	if main.Symbols["t40"].pointerComponent() != nil || hasCoarrayPart(main.Symbols["t40"]) {
		t.Error("t40 has parts that nobody declares")
	}
}

// TestHostAssociation: internal procedures see the host's names, interface bodies do not, blocks
// hide them.
func TestHostAssociation(t *testing.T) {
	p, diags := program(t, `
program p
  implicit none
  real :: x[*], y
  interface
    subroutine ext(a)
      real :: a
    end subroutine
  end interface
  block
    integer :: x
    x = 1
  end block
contains
  subroutine s
    real :: y
    x = y
  end subroutine
end program`)
	clean(t, diags)
	main := p.ScopeOf(p.Files[0].Units[0])
	for n, s := range p.scopes {
		switch s.Kind {
		case ProcScope:
			if s.Lookup("x") != main.Symbols["x"] || s.Lookup("y") == main.Symbols["y"] {
				t.Errorf("in %T: host association is wrong", n)
			}
		case BodyScope:
			if s.Lookup("x") != nil {
				t.Error("an interface body sees its host")
			}
		case BlockScope:
			if s.Lookup("x").IsCoarray() {
				t.Error("the block's own x is hidden")
			}
		}
	}
}

// TestImplicitTyping follows IMPLICIT statements through hosts.
func TestImplicitTyping(t *testing.T) {
	p, _ := program(t, `
module m
  implicit double precision (a-c), complex (z)
contains
  subroutine s
    implicit integer (z)
    codimension a[*], z[*], i[*]
    save
  end subroutine
end module`)
	var s *Scope
	for _, c := range p.scopes {
		if c.Kind == ProcScope {
			s = c
		}
	}
	want := map[string]syntax.BaseType{"a": syntax.TypeDoublePrecision, "z": syntax.TypeInteger,
		"i": syntax.TypeInteger}
	for name, base := range want {
		if got := s.Symbols[name].TypeOf(); got == nil || got.Base != base {
			t.Errorf("%s has type %v", name, got)
		}
	}
}

// TestIntrinsicNames: a declaration hides the intrinsic of that name.
func TestIntrinsicNames(t *testing.T) {
	p, diags := program(t, `
subroutine a
  integer :: k
  k = this_image()
end subroutine
subroutine b
  integer :: this_image(3), k
  k = this_image(1)
end subroutine`)
	clean(t, diags)
	for i, want := range []bool{true, false} {
		if got := p.ScopeOf(p.Files[0].Units[i]).IsIntrinsic("this_image"); got != want {
			t.Errorf("unit %d: intrinsic %v, want %v", i, got, want)
		}
	}
}

// TestRanks tells ranks of references as far as declarations do.
func TestRanks(t *testing.T) {
	p, diags := program(t, `
program p
  implicit none
  type t
    real :: v(2,3)
    integer :: n
  end type
  type(t) :: s(4)[*]
  real :: a(5,6)
  integer :: k(2), i
  print *, a, a(1,:), a(k,2), a(i,1), s%n, s(1)%v, s(2:3)[1]%n, s(1)[1]%v(1,:), sum(a), a(1,1)*a
end program`)
	clean(t, diags)
	main := p.Files[0].Units[0].(*syntax.MainProgram)
	scope := p.ScopeOf(main)
	want := []int{2, 1, 1, 0, 1, 2, 1, 1, 0, 2}
	for i, x := range main.Exec[0].(*syntax.IOStmt).Items {
		if got := scope.RankOf(x); got != want[i] {
			t.Errorf("item %d has rank %d, want %d", i+1, got, want[i])
		}
	}
}

// TestUnknownModuleBehindAnother: a module of which nothing is known may give names on through
// those of the files that use it.
func TestUnknownModuleBehindAnother(t *testing.T) {
	p, _ := program(t, `
module all
  use missing
end module
module some
  use missing, only: mine => theirs, assignment(=)
  use some_other
  private :: hidden
end module
module some_other
  use some
end module
program p
  use all, only: given
  use some, other => mine
end program
program q
  use some
end program
`)
	main := p.ScopeOf(p.Files[0].Units[3])
	for name, want := range map[string]bool{"given": true, "other": true, "mine": false,
		"theirs": false, "n": false} {
		if got := main.UnknownModule(name) != nil; got != want {
			t.Errorf("'%s' may be from an unknown module: %v", name, got)
		}
		if got := main.implicitly(&syntax.Ident{Name: name}) == nil; got != want {
			t.Errorf("'%s' is no variable by the implicit rules: %v", name, got)
		}
	}
	if p.ScopeOf(p.Files[0].Units[4]).UnknownModule("mine") == nil {
		t.Error("'mine' of the second program has been lost")
	}
}

// TestAssignmentOfUnknownModule: a module of which nothing is known may define assignment for a
// type of the files, if its USE statement lets that through.
func TestAssignmentOfUnknownModule(t *testing.T) {
	for use, want := range map[string]bool{
		"use missing":                        true,
		"use missing, only: assignment(=)":   true,
		"use missing, only: operator(+), f":  false,
		"use, intrinsic :: iso_fortran_env":  false,
		"use missing, mine => theirs":        true,
		"use, non_intrinsic :: omp_lib":      true,
		"use omp_lib":                        false,
		"use missing, only: mine => theirs ": false,
	} {
		p, _ := program(t, "module m\ntype t\ninteger :: n\nend type\nend module\n"+
			"program p\nuse m\n"+use+"\ntype(t) :: x\nend program\n")
		d := p.ScopeOf(p.Files[0].Units[1]).Lookup("x").TypeOf().DerivedOf()
		if got := p.MayDefineAssignment(d); got != want {
			t.Errorf("%s: may define assignment: %v", use, got)
		}
	}
}

// TestStandardsIntrinsics: what -std= makes of the names of intrinsic procedures that gfortran has
// beside Fortran 2018, and of those that Fortran 2023 has.
func TestStandardsIntrinsics(t *testing.T) {
	for _, c := range []struct {
		options Options
		hidden  string // of these names
	}{
		{Options{}, ""},
		{Options{NoExtensions: true}, "irand sinpi cosd split"},
		{Options{NoExtensions: true, With2023: true}, "irand"},
	} {
		var diags diag.List
		text := diag.NewSource("t.f90", "program p\nend program\n")
		f := syntax.Parse(text, syntax.Options{}, &diags)
		s := Resolve([]*syntax.File{f}, c.options, &diags).ScopeOf(f.Units[0])
		var hidden []string
		for _, name := range []string{"sin", "irand", "sinpi", "cosd", "split", "co_sum"} {
			if s.HidesExtension(name) {
				hidden = append(hidden, name)
			}
		}
		if got := strings.Join(hidden, " "); got != c.hidden {
			t.Errorf("%+v: %q are the program's own procedures, not %q", c.options, got, c.hidden)
		}
	}
}

// TestConstantsByThemselves: a constant whose value needs that value has none.
func TestConstantsByThemselves(t *testing.T) {
	prog, _ := program(t, `
program p
  implicit none
  integer, parameter :: n = 2*n
  integer, parameter :: a = b, b = a
  integer, parameter :: one = 1, two = one + one
  x = n
  x = a
  x = two*two
end program
`)
	unit := prog.Files[0].Units[0]
	scope, want := prog.ScopeOf(unit), []int64{0, 0, 4}
	for i, it := range syntax.BodyOf(unit).Exec {
		v, known := scope.Int(it.(*syntax.AssignStmt).RHS())
		if known != (want[i] != 0) || known && v != want[i] {
			t.Errorf("value %d: %d, %v", i+1, v, known)
		}
	}
}
