! What may make a view stale in a loop: an operator of the program's, END BLOCK of a coarray,
! MOVE_ALLOC. Views are looked at again behind it; in the first loop nothing does so.
module summing
  implicit none
  interface operator(.plus.)
    procedure plus
  end interface
contains
  integer function plus(a, b)
    integer, intent(in) :: a, b
    plus = a + b
  end function
end module

subroutine effects(x, n)
  use summing
  implicit none
  integer, intent(in) :: n
  integer :: x(n)[*]
  integer, allocatable :: y(:)[:], z(:)[:]
  integer :: i, s
  s = 0
  do i = 1, n
    s = s + x(i)[1]
  end do
  do i = 1, n
    s = s .plus. x(i)[1]
    s = s + x(1)[2]
  end do
  do i = 1, n
    s = s + x(i)[1]
    block
      integer, allocatable :: t[:]
      s = s + i
    end block
  end do
  do i = 1, n
    s = s + x(i)[1]
    call move_alloc(y, z)
  end do
  print *, s
end subroutine
