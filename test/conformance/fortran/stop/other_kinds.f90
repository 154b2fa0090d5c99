! conformance: images=1,2,3
! feature: stop
! A stop code, and QUIET=, of any kind (F2018 R1162).
program p
  implicit none
  integer, save :: y[*]
  integer(1) :: k
  k = 0
  y = 1
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
  if (this_image() == 2) stop 0_8, quiet=.true._1
  stop k
end program
