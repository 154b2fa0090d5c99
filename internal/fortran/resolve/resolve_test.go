package resolve

import (
	"bytes"
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
