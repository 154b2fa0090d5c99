! conformance: images=1,3
! feature: whole copies in pure procedures of types with pure final procedures
module held
  implicit none
  type :: series
    integer :: n = 0
    real, allocatable :: v(:)
  contains
    final :: empty
  end type
  type(series) :: s[*]
contains
  pure subroutine empty(x)
    type(series), intent(inout) :: x
    x%n = -1
    if (allocated(x%v)) deallocate (x%v)
  end subroutine
  pure real function total(k) result(t)
    integer, intent(in) :: k
    type(series) :: mine
    mine = s[k]
    t = sum(mine%v) + mine%n
  end function
  pure function whole(k) result(mine)
    integer, intent(in) :: k
    type(series) :: mine
    mine = s[k]
  end function
end module
program p
  use held
  implicit none
  integer :: k
  s%n = this_image()
  s%v = [1.0, 2.0]*this_image()
  sync all
  do k = 1, num_images()
    if (abs(total(k) - 4.0*k) > 1e-6) error stop 'total'
  end do
  if (.not. allocated(s%v)) error stop 'gone'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
