! feature: whole objects
! Objects of types that only an internal procedure or a BLOCK construct knows are copied by components.
program local_types
  implicit none
  call inner
  block
    type :: held
      integer, allocatable :: a(:)
    end type
    type(held), save :: x[*]
    type(held) :: y
    y%a = x[1]%a
    ! expect-error: is defined in a BLOCK construct or an internal procedure
    y = x[1]
  end block
contains
  subroutine inner
    type :: listed
      character(:), allocatable :: c
    end type
    type(listed), save :: x[*]
    type(listed) :: y
    y%c = x[1]%c
    ! expect-error: is defined in a BLOCK construct or an internal procedure
    y = x[1]
  end subroutine
end program
