! conformance: images=1,2,3
! feature: names of a module that is used whole, beside generated renames
! A kind that a module has from an intrinsic module, in the logical value of an atomic and in a procedure's declarations:
! the unit uses the whole module, and the name stays accessible (F2018 14.2.2). So does the name of a type that an
! internal procedure has for a type of its own.
module kinds
  use, intrinsic :: iso_fortran_env
  implicit none

  type pair
    integer :: first = 1, second = 2
  end type

  type holder
    type(pair), allocatable :: list(:)
  end type

  logical(atomic_logical_kind) :: switch[*]
  type(holder) :: held[*]
end module

program kind_of_whole_module
  use kinds
  implicit none
  type(pair) :: one

  call atomic_define(switch, .false._atomic_logical_kind)
  allocate (held%list(2))
  held%list(2)%second = 10 * this_image()
  sync all
  call set(1 + mod(this_image(), num_images()))
  sync all
  call check
  one = pair(3, 4)
  if (one%second /= 4) error stop 'the type of the module'
  if (fetched(1) /= 10) error stop 'the object of image 1'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'

contains

  subroutine set(on)
    integer, intent(in) :: on

    call atomic_define(switch[on], .true._atomic_logical_kind)
  end subroutine

  subroutine check
    logical(atomic_logical_kind) :: value

    call atomic_ref(value, switch)
    if (.not. value) error stop 'the switch'
  end subroutine

  integer function fetched(from)
    integer, intent(in) :: from
    type(holder) :: here
    type pair
      character :: other
    end type
    type(pair) :: own

    here = held[from]
    own = pair('x')
    if (own%other /= 'x') error stop 'the type of the procedure'
    fetched = here%list(2)%second
  end function

end program
