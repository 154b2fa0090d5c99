! Puts behind which nothing changes their sources: they are lent until the statement that tells of them, or the last put.
subroutine lent(a, b, n, k)
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer, intent(in) :: n, k
  real, intent(in) :: a(n), b(n, n)
  real, save :: x(1000)[*], y(1000)[*], z(100, 100)[*]
  real, save, target :: t(1000)
  type(event_type), save :: ready[*]
  integer :: i

  x(1:n)[k] = a
  event post (ready[k])

  x(1:n)[k] = a
  y(1:n)[k] = a(n:1:-1)
  i = 1

  do i = 1, n
    z(1:n, i)[k] = b(:, i)
  end do
  x(1:n)[k] = a
  sync all

  ! One put alone, and what may be changed by the put behind it, or by another name.
  x(1:n)[k] = a
  i = 2
  x(1:n)[k] = y(1:n)
  y(1:n)[k] = a
  sync all
  x(1:n)[k] = t(1:n)
  sync all
  x(1:4)[k] = a(1:4)
  sync all
end subroutine
