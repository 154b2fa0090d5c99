! An array of deferred character length is assigned a concatenation that begins with a substring of
! one of its own elements. gfortran 12 loses the assignment (F2018 10.2.1.3).
program deferred_length_substring
  implicit none
  character(:), allocatable :: c(:,:)
  allocate (character(6) :: c(2,2))
  c(:,:) = 'ab'
  c(1,:) = c(1,1)(2:2) // 'xyz12345'
  if (all(c(1,:) == 'bxyz12') .and. all(c(2,:) == 'ab')) print '(a)', 'PASS'
end program
