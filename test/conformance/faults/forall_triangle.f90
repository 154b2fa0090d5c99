! A FORALL construct with a mask in another one, on whose index its bounds depend: the memory for the
! mask is counted with an index that has no value yet.
program forall_triangle
  implicit none
  integer, parameter :: n = 400
  integer :: g(n, n), y(n, n)
  integer, allocatable :: next(:)
  g = 7
  y = 0
  call fill(0)
  call triangle
  allocate (next(100000), source=1)
  if (count(y == 7) == n*(n + 2)/4 .and. sum(next) == 100000) print '(a)', 'PASS'
contains
  subroutine fill(value) ! the memory that the next procedure's variables have
    integer, intent(in) :: value
    integer, volatile :: v(400)
    v = value
  end subroutine fill
  subroutine triangle
    integer :: i, j
    forall (i = 1:n)
      forall (j = 1:i, mod(i + j, 2) == 0)
        y(i, j) = g(j, i)
      end forall
    end forall
  end subroutine triangle
end program forall_triangle
