! An associate name of a section with a negative step is the actual argument for a dummy argument
! that is contiguous or of explicit shape. gfortran 12 passes the address of its first element, and
! makes no copy.
program associate_name_of_section
  implicit none
  integer :: x(5)
  x = [1, 2, 3, 4, 5]
  associate (turned => x(5:1:-1))
    if (.not. whole(turned) .or. .not. five(turned)) error stop
  end associate
  print '(a)', 'PASS'
contains
  logical function whole(a)
    integer, intent(in), contiguous :: a(:)
    whole = all(a == [5, 4, 3, 2, 1])
  end function
  logical function five(a)
    integer, intent(in) :: a(5)
    five = all(a == [5, 4, 3, 2, 1])
  end function
end program
