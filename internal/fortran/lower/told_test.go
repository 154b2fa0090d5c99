package lower

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// toldOf has one type of each kind of which the runtime is told differently.
const toldOf = `module base
  implicit none
  type :: hidden
    private
    real, allocatable :: x(:)
  end type
  type :: open
    real, allocatable :: x(:)
  end type
end module
module told
  use base
  use, intrinsic :: iso_fortran_env
  implicit none
  type, extends(hidden) :: below_hidden
    integer, allocatable :: y
  end type
  type, extends(open) :: below_open
    integer, allocatable :: y
  end type
  type :: apart
    type(event_type) :: e
    type(lock_type) :: l(2)
    type(notify_type) :: n
    real, allocatable :: x
  end type
  type :: linked
    type(open), pointer :: one
    type(open), pointer :: all(:)
    class(open), allocatable :: any
    class(*), pointer :: thing
    character(:), allocatable :: text
    type(open), allocatable :: own
  end type
  type :: array
    type(open) :: o(3)
  end type
  type, abstract :: nothing_yet
    real, allocatable :: x(:)
  end type
  type :: sized(n)
    integer, len :: n
    real, allocatable :: x(:)
  end type
  type :: longer
    type(sized(3)) :: s
    real, allocatable :: x(:)
  end type
  type :: plain
    integer :: i
  end type
  type(below_hidden) :: a[*]
end module
`

// TestTypesAreTold: the texts and numbers by which a module tells the runtime of its types. A part
// that another module keeps private is left to that module, what is no part of the value is said to
// be none, and types with parameters are not told of.
func TestTypesAreTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "told.f90")
	if err := os.WriteFile(path, []byte(toldOf), 0o600); err != nil {
		t.Fatal(err)
	}
	text, _, diags := translateWith(t, path, Options{Separate: true})
	if diags.HasErrors() {
		t.Fatal(diags.All())
	}
	for _, told := range []string{
		"'base%hidden;A1b.'",
		"'base%open;A1b.'",
		"'told%below_hidden;Ebase%hidden;A0b.'",
		"'told%below_open;A1bA0b.'",
		"'told%apart;SSSA0b.'",
		"storage_size(coral_t_3%l, coral_ik)/8*size(coral_t_3%l, kind=coral_ik), loc(coral_t_3%n)",
		"'told%linked;HP0dP1dA0pP0uA0cA0tbase%open;.'",
		"len(coral_t_4%text, coral_ik), kind(coral_t_4%text), loc(coral_t_4%own)])",
		"'told%array;Vbase%open;.'",
		"loc(coral_t_5%o), size(coral_t_5%o, kind=coral_ik)])",
		"coral_e_type(0_coral_ik, 'told%nothing_yet;A1b.'",
		"type(coral_a_nothing_yet), pointer :: coral_t_6",
		"'told%plain;.'",
	} {
		if strings.Count(text, told) != 1 {
			t.Errorf("%s stands there %d times", told, strings.Count(text, told))
		}
	}
	for _, none := range []string{"told%sized", "told%longer"} {
		if strings.Contains(text, none) {
			t.Errorf("%s stands there", none)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}
