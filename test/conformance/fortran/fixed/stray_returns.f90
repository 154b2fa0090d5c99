! conformance: images=1,2
! feature: fixed form
! Some editors leave more than one carriage return at the end of a line, or one inside: they mean nothing.
program stray
  implicit none
  integer, save :: x[*]
  x = 1
  sync all
  if (x[1] /= 1) error stop 1
  if (this_image() == 1) print '(a)', 'PASS'
end program
