! An associate name of a section of an array with deferred character length. gfortran takes elements
! from wrong places.
program associate_deferred_section
  implicit none
  character(len=:), allocatable :: y(:)
  integer :: i
  allocate (character(len=3) :: y(6))
  do i = 1, 6
    y(i) = achar(iachar('0') + i)//'xy'
  end do
  associate (z => y(2:5))
    if (any(z(2:3) /= ['3xy', '4xy']) .or. z(4) /= '5xy') error stop 'FAIL'
  end associate
  print '(a)', 'PASS'
end program associate_deferred_section
