package fc

import (
	"debug/elf"
	"path/filepath"
	"slices"
	"testing"
)

// plainProgram has no coarray with components that are allocatable or pointers.
const plainProgram = `program main
  use iso_fortran_env
  implicit none
  type(event_type) :: ready[*]
  type(lock_type) :: door[*]
  type(team_type) :: half
  integer, allocatable :: a(:)[:], own(:)
  integer, save :: x(10)[*]
  integer :: stat
  allocate (a(10)[*], own(10))
  x = this_image()
  sync all
  a(:) = x(:)[num_images()]
  own = a(2:)[1]
  call co_sum(a)
  call co_broadcast(own, 1)
  lock (door[1], stat=stat)
  unlock (door[1])
  event post (ready)
  event wait (ready)
  critical
    x(1) = 2
  end critical
  form team (1, half)
  change team (half)
    sync team (half)
  end team
end program
`

// TestPieces: what serves components alone is in no other program. Without optimization all that
// generated text may call is linked, and the program's malloc would be another (capi/mem/local.c).
func TestPieces(t *testing.T) {
	p := newPlace(t)
	p.write("main.f90", plainProgram)
	p.good("coral build -O0 main.f90 -o main")
	f, err := elf.Open(filepath.Join(p.dir, "main"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	has := func(name string) bool {
		return slices.ContainsFunc(symbols, func(s elf.Symbol) bool { return s.Name == name })
	}
	if !has("coral_local_alloc") {
		t.Error("the symbols are not those of a program with the runtime")
	}
	if has("coral_has_components") {
		t.Error("coral_has_components is linked into a program without components")
	}
}
