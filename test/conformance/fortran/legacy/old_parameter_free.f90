! conformance: images=1,2
! feature: pre-standard usage
! PARAMETER without parentheses in free form.
program p
  implicit none
  integer, save :: y[*]
  integer :: n, m
  parameter n = 3, m = 4
  y = n
  sync all
  if (y[1] /= 3 .or. m /= 4) error stop 1
  if (this_image() == 1) print '(a)', 'PASS'
end program
