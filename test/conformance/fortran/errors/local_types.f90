! feature: whole objects
! The runtime is told of no type that only a BLOCK construct knows. Statements that copy whole objects
! of such a type with components of its own type would have no end.
program local_types
  implicit none
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
    ! expect-error: cannot be broadcast here
    call co_broadcast(y, 1)
  end block
end program
