! feature: diagnostics: declarations
! build-args: -std=f2018
! Objects and components of types with coarray components (F2018 C748, C825, C828, C863). Without -std=f2018 arrays, allocatable and pointer ones are taken.
module coarray_parts
  implicit none
  type :: grid
    real, allocatable :: u(:)[:]
  end type
  type :: fine
    type(grid) :: g
    integer :: n
  end type
  type :: of_components
    ! expect-error: the component 'list' is of a type with coarray components, so it must be a scalar
    type(grid) :: list(3)
    ! expect-error: the component 'later' is of a type with coarray components, so it must be a scalar
    type(fine), allocatable :: later
    ! expect-error: the component 'there' is of a type with coarray components, so it must be a scalar
    type(grid), pointer :: there
    ! expect-error: the component 'everywhere' is of a type with coarray components, so it must be a scalar
    type(grid), allocatable :: everywhere[:]
  end type
  type(fine) :: good
  ! expect-error: 'many' is of a type with coarray components, so it cannot be an array
  type(grid) :: many(4)
  ! expect-error: 'some' is of a type with coarray components, so it cannot be allocatable
  type(fine), allocatable :: some
  ! expect-error: 'co' is of a type with coarray components, so it cannot be a coarray
  type(grid) :: co[*]
contains
  subroutine s(g)
    ! expect-error: 'g' is of a type with coarray components, so it cannot be a dummy argument with VALUE
    type(grid), value :: g
  end subroutine
  subroutine hidden(any)
    class(*), allocatable, intent(inout) :: any
    ! expect-error: 'any' is CLASS(*) and cannot be allocated with a type that has coarray components
    allocate (fine :: any)
  end subroutine
end module coarray_parts
