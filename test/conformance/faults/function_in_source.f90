! SOURCE= is an array section, and a function that has effects is one of its subscripts.
program function_in_source
  implicit none
  integer :: calls = 0, i
  real :: x(4, 3, 5)
  real, allocatable :: e(:, :)
  x = reshape([(i, i=1, 60)], [4, 3, 5])
  allocate (e, source=x([2, 2, 3, 2], next(), 2:4))
  if (calls == 1 .and. all(e(1, :) == x(2, 1, 2:4))) print '(a)', 'PASS'
contains
  integer function next()
    calls = calls + 1
    next = calls
  end function
end program
