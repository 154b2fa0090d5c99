! FORALL assigns characters of 4 bytes by pointers. gfortran copies them to a temporary variable,
! and counts bytes in place of characters there.
program forall_wide
  implicit none
  character(len=3, kind=4), pointer :: p(:)
  character(len=3, kind=4), target :: y(2)
  integer :: j
  y = [4_'abc', 4_'def']
  allocate (p(2))
  forall (j = 1:2) p(j) = y(3 - j)
  if (any(p /= [4_'def', 4_'abc'])) error stop 'FAIL'
  print '(a)', 'PASS'
end program forall_wide
