! feature: whole objects
! No procedure can be made beside a type that only an internal procedure or a BLOCK construct knows. Of such with components of their own type the copies
! of whole objects would have no end.
program local_types
  implicit none
  call inner
  block
    type :: held
      integer, allocatable :: a(:)
      type(held), allocatable :: next
    end type
    type(held), save :: x[*]
    type(held) :: y
    y%a = x[1]%a
    ! expect-error: is defined in a BLOCK construct, an internal procedure or a module without coarrays
    y = x[1]
  end block
contains
  subroutine inner
    type :: leaf
      character(:), allocatable :: c
      type(branch), allocatable :: twigs(:)
    end type
    type :: branch
      type(leaf) :: leaves(2)
    end type
    type(branch), save :: x[*]
    type(branch) :: y
    y%leaves(1)%c = x[1]%leaves(2)%c
    ! expect-error: is defined in a BLOCK construct, an internal procedure or a module without coarrays
    y = x[1]
    ! expect-error: cannot be broadcast here
    call co_broadcast(y, 1)
  end subroutine
end program
