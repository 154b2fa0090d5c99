! conformance: images=1,2,3
! feature: absent arguments of collective subroutines
! A RESULT_IMAGE by position that is not allocated, or points to nothing, is absent (F2018
! 15.5.2.12). Nothing else in the program gives it a value.
program absent_by_position
  implicit none
  integer, allocatable :: n
  integer, pointer :: p => null()
  integer :: x, y, total
  x = this_image()
  y = this_image()
  total = num_images() * (num_images() + 1) / 2
  call co_sum(x, n)
  if (x /= total) error stop 'not allocated'
  if (allocated(n)) error stop 'allocated'
  call co_max(y, p)
  if (y /= num_images()) error stop 'not associated'
  if (this_image() == 1) print '(a)', 'PASS'
end program
