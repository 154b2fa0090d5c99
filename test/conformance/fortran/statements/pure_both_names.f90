! conformance: images=1,2,3
! feature: coindexed objects in pure procedures
! A module's coarray by its name and coindexed in one expression of a pure procedure.
module m
  implicit none
  integer :: a(4)[*]
contains
  pure subroutine g(y, i)
    integer, intent(out) :: y(2)
    integer, intent(in) :: i
    y = a(1:2) + a(3:4)[i]
  end subroutine
end module
program p
  use m
  implicit none
  integer :: y(2)
  a = this_image()
  sync all
  call g(y, num_images())
  if (any(y /= this_image() + num_images())) error stop 'bad'
  if (this_image() == 1) print '(a)', 'PASS'
end program
