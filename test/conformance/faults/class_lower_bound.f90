! A polymorphic array whose lower bound is not 1: the dummy argument begins at 1. gfortran 13 to 16
! take the element behind for an element of it.
program class_lower_bound
  implicit none
  type :: point
    integer :: i = 0
  end type point
  class(point), allocatable :: a(:)
  integer :: k
  allocate (a(0:3))
  do k = 0, 3
    a(k)%i = k
  end do
  call first(a)
contains
  subroutine first(d)
    class(point), intent(in) :: d(:)
    if (d(1)%i == 0 .and. d(4)%i == 3) print '(a)', 'PASS'
  end subroutine first
end program class_lower_bound
