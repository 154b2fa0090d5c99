! Copies of few elements whose number the text shows, with a back end for which pointers cost nothing.
subroutine short(d, s, b, j, k)
  implicit none
  integer, intent(in) :: j, k
  real(8), intent(inout) :: d(4, *)[*], s(:)[*]
  real(8), intent(inout) :: b(:)
  integer, parameter :: n = 3
  real(8), save :: x(8, 100)[*], a(100)
  complex, save :: z(0:7)[*], w(8)
  real(8), save, target :: t(100)
  real(8), allocatable, save :: v(:)[:]
  type :: cell
    real(8) :: u(6), p(0:9)
  end type
  type(cell), save :: c(5)[*]
  integer, volatile :: m
  integer :: i
  x(:, j)[k] = a(8 * j - 7:8 * j)
  a(j:j + 2) = x(n:5, j)[k]
  a(1 + j:4 + j) = d(:, j)[k]
  z(:)[k] = w
  w(2:n) = z(j:j + n - 2)[k]
  b(1:4) = s(j:j + 3)[k]
  v(j:j + 1)[k] = a(1:2)
  c(j)[k]%u = a(1:6)
  a(1:10) = c(2)[k]%p
  do i = 1, j
    x(:, i)[k] = a(8 * i - 7:8 * i)
  end do
  ! none: too many, not known, volatile, memory in common, an array of a dummy argument's on the same image
  x(:, 1:n + 2)[k] = reshape(a, [8, 5])
  a(1:40) = v(1:40)[k]
  a(j:k) = v(j:k)[k]
  a(m:m + 1) = v(m:m + 1)[k]
  t(1:4) = v(1:4)[k]
  x(1:4, 1)[k] = x(3:6, 1)[j]
  d(:, 1)[k] = x(2:5, 1)[k]
end subroutine
