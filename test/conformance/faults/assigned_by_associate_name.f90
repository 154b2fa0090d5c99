! A component is assigned to by an associate name of a section with a step of a polymorphic array.
! gfortran 12 to 16 store the elements after the first elsewhere.
program assigned_by_associate_name
  implicit none
  type :: point
    integer :: i = 0, j = 0
  end type point
  class(point), allocatable :: a(:)
  integer :: got(4)
  allocate (a(4))
  associate (turned => a(4:1:-1))
    turned%i = [1, 2, 3, 4]
  end associate
  got = [a(1)%i, a(2)%i, a(3)%i, a(4)%i]
  if (all(got == [4, 3, 2, 1])) print '(a)', 'PASS'
end program assigned_by_associate_name
