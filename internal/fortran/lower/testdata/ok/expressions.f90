! Coindexed objects wherever the standard lets a variable stand.
subroutine expressions(c, s, px, idx, m)
  implicit none
  type point
    real :: x(3)
    integer :: n
  end type
  character(*) :: c[*]
  type(point), intent(inout) :: s(:)[*]
  integer, intent(in) :: px, idx(:), m
  real, save :: a(10)[*], b(10)
  integer :: i, k[px, *]
  save :: k
  a(idx)[2] = a([1, 2])[3]
  b(1:3) = s(m)[2]%x + a(k[1, 2])[k[2, 1]]
  c[2](1:2) = 'ab'
  print *, (a(i)[i], i = 1, 10), [(s(i)[1]%n, i = 1, 3)]
  do while (a(1)[2] > 0)
    sync memory
  end do
  if (a(1)[1] > 0) then
    b = 0
  else if (a(2)[1] > 0) then
    b = a(:)[1]
  end if
  where (a(:)[2] > 0) b = a(:)[3]
  forall (i = 1:10) a(i)[i] = b(i)
outer: do i = 1, 10
    if (a(i)[1] < 0) cycle outer
    b(i) = a(i)[2]
  end do outer
  do 20 i = 1, 10
20 b(i) = a(i)[i]
  call work(a(1:3)[2], s(:)[1])
contains
  subroutine work(x, p)
    real, intent(in) :: x(:)
    type(point), intent(inout) :: p(:)
    p%n = size(x)
  end subroutine
end subroutine
