! Loops and gathers with a back end for which pointers cost nothing.
subroutine loops(s, d, a, n, k)
  implicit none
  integer, intent(in) :: n, k
  real, intent(inout) :: s(:, :)[*], d(n)[*]
  real, intent(out) :: a(n)
  real, save :: x(100)[*], y(100)[*], m(8, 100)[*], u(100)
  real, save, target :: t(100)
  real, allocatable, save :: v(:)
  integer, save :: list(100)
  integer :: i, j
  ! independent
  do i = 1, n
    a(i) = u(i) + 3 * x(i)[k]
  end do
  do j = 1, n
    do i = 1, 8
      m(i, j)[k] = max(m(i, j)[k], s(i, j)[k])
    end do
  end do
  do i = 1, n
    if (u(i) > 0) then
      x(i) = x(i)[k] + y(list(i))[k]
    end if
  end do
  ! not: the array with another subscript, on two images in two statements, twice the same element
  do i = 2, n
    x(i)[k] = x(i - 1)
  end do
  do i = 1, n
    x(i)[k] = u(i)
    y(i)[k] = x(i)
  end do
  do i = 1, n
    x(list(i))[k] = u(i)
  end do
  ! not: TARGET, a scalar, a dummy argument beside another coarray, a function
  do i = 1, n
    t(i) = x(i)[k]
  end do
  do i = 1, n
    j = list(i)
    u(i) = x(j)[k]
  end do
  do i = 1, n
    d(i)[k] = x(i)[k]
  end do
  do i = 1, n
    u(i) = f(x(i)[k])
  end do
  ! not: a directive
  !GCC$ unroll 2
  do i = 1, n
    u(i) = x(i)[k]
  end do
  ! gathers
  u(1:n) = x(list(1:n))[k]
  u(n + 1:2 * n) = m(3, list(1:n))[k] 
  a = d(list(:n))[k]
  u(:8) = s(list(:8), 1)[k]
  ! none: the left side may be allocated, is the list, has a stride, the list is an expression
  v = x(list)[k]
  list(1:n) = x(list(1:n))[k]
  u(1:n:2) = x(list(1:n:2))[k]
  u(1:n) = x(list(1:n) + 1)[k]
contains
  pure real function f(z)
    real, intent(in) :: z
    f = z
  end function
end subroutine
