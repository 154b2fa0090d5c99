package needs

import (
	"slices"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestFind: a file needs what it refers to on other images, wherever it is declared.
func TestFind(t *testing.T) {
	const types = `
module m
  implicit none
  type :: list
    integer, allocatable :: n(:), unused(:)
  end type
  type :: holder
    type(list) :: l
  end type
  type(list), save :: x[*]
  type(holder), save :: h[*]
  integer, save :: a[*], local[*]
end module
`
	const program = `
program p
  use m
  use iso_fortran_env, only: team_type
  implicit none
  type(holder) :: copy
  type(team_type) :: t
  integer, allocatable :: b(:)[:]
  allocate (b(2)[*])
  local = x[1]%n(1)
  copy = h[1]
  local = a[1, team=t]
end program
`
	var diags diag.List
	var files []*syntax.File
	for _, text := range []string{types, program} {
		files = append(files, syntax.Parse(diag.NewSource("f.f90", text), syntax.Options{}, &diags))
	}
	prog := resolve.Resolve(files, resolve.Options{}, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All()[0].Message)
	}
	m, p := prog.ScopeOf(files[0].Units[0]), prog.ScopeOf(files[1].Units[0])
	found := Find(prog, files, false)
	names := func(set map[*resolve.Symbol]bool) (list []string) {
		for sym := range set {
			list = append(list, sym.Name)
		}
		slices.Sort(list)
		return list
	}
	unit := found.Units[files[1].Units[0]]
	for _, check := range []struct {
		what string
		got  []string
		want []string
	}{
		{"coindexed", names(unit.Indexed), []string{"a", "h", "x"}},
		{"allocated", names(unit.Allocated), []string{"b"}},
		{"referred", names(found.Referred), []string{"n"}},
		{"copied", names(found.Copies), []string{"holder", "list"}},
		{"told", names(found.Told), []string{"holder", "list"}},
	} {
		if !slices.Equal(check.got, check.want) {
			t.Errorf("%s: %q, not %q", check.what, check.got, check.want)
		}
	}
	if v := unit.Views[p]; !slices.Equal(v, []Named{{m.Symbols["a"], "a"}}) {
		t.Errorf("views of all images: %v", v)
	}
	if found.IsEmpty() || !Find(prog, files[:1], false).IsEmpty() {
		t.Error("the module alone needs nothing of other images")
	}
}
