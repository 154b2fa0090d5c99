! conformance: images=1,2,3
! feature: coindexed in expressions
! KIND and the like ask for nothing that depends on the allocation (F2018 10.1.12).
program p
  implicit none
  real(4), allocatable :: m(:,:)[:]
  if (kind(m(1,1)[1]) /= 4) error stop 1
  if (huge(m(1,1)[1]) /= huge(1.) .or. digits(m(:,1)[1]) /= digits(1.)) error stop 2
  if (this_image() == 1) print '(a)', 'PASS'
end program
