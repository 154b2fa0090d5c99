! conformance: images=1,2,3
! feature: dummy coarrays with TARGET that are one coarray
! Dummy coarrays with TARGET that are the same coarray on one image (F2018 15.5.2.13), also with the
! coarray itself beside its dummy argument.
module targets
  implicit none
  type :: pair
    integer :: a = 0, b = 0
  end type
  type :: row
    integer :: v(10) = 0, m(4, 4) = 0
  end type
  type(row), target, save :: r[*]
  integer, target, save :: v(12)[*]
  type(pair), target, save :: p(6)[*]
  character(2), target, save :: c(6)[*]
  integer, target, save :: m(4, 4)[*]
contains
  subroutine shifted(x, y, k, n)
    integer, target, intent(inout) :: x(:)[*], y(:)[*]
    integer, intent(in) :: k, n
    integer :: i
    v = [(i, i = 1, 12)]
    y(2:)[k] = x(:size(x) - 1)[k]
    if (any(v /= [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 1
    v = [(i, i = 1, 12)]
    y(2:n)[k] = x(:n - 1)[k]
    if (any(v /= [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 2
    v = [(i, i = 1, 12)]
    y(2:n)[k] = x(:n - 1)[k] + 1
    if (any(v /= [(i, i = 1, 1), (i, i = 2, 12)])) error stop 3
    v = [(i, i = 1, 12)]
    y(::2)[k] = x(:6)[k]
    if (any(v(::2) /= [1, 2, 3, 4, 5, 6])) error stop 4
    v = [(i, i = 1, 12)]
    y(n:1:-1)[k] = x(:)[k]
    if (any(v /= [(i, i = 12, 1, -1)])) error stop 5
    v = [(i, i = 1, 12)]
    y(2:)[k] = v(:n - 1)[k]
    if (any(v /= [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 6
    v = [(i, i = 1, 12)]
    v(2:)[k] = 2*x(:n - 1)[k]
    if (any(v /= [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22])) error stop 7
    v = [(i, i = 1, 12)]
    do i = 2, n
      y(i)[k] = x(i - 1)[k] + 10
    end do
    if (any(v /= [(10*i - 9, i = 1, 12)])) error stop 8
    v = [(i, i = 1, 12)]
    where (x(2:)[k] > 2) y(2:)[k] = x(:n - 1)[k]
    if (any(v /= [1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 10
    associate (q => x, r => y(2:))
      v = [(i, i = 1, 12)]
      r(:)[k] = q(:n - 1)[k]
      if (any(v /= [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 11
      v = [(i, i = 1, 12)]
      y(2:)[k] = q(:n - 1)[k] + 0
      if (any(v /= [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 12
    end associate
    v = [(i, i = 1, 12)]
    y(2:) = x(:n - 1)[k]
    if (any(v /= [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 13
    v = [(i, i = 1, 12)]
    y(2:)[k] = x(:n - 1)
    if (any(v /= [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 14
    v = [(i, i = 1, 12)]
    y(2:) = x(:size(x) - 1)[k]
    if (any(v /= [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 24
    v = [(i, i = 1, 12)]
    y(2:)[k] = x(:size(y) - 1)
    if (any(v /= [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 25
    v = [(i + 1, i = 1, 12)]
    y(x(1):) = x(:n - 1)[k]
    if (any(v /= [2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])) error stop 26
    v = [(i + 1, i = 1, 12)]
    y(x(1):)[k] = x(:n - 1)[k]
    if (any(v /= [2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])) error stop 27
    v = [(i, i = 1, 12)]
    y(2:)[k] = x([(i, i = 1, n - 1)])[k]
    if (any(v /= [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])) error stop 15
  end subroutine
  subroutine structures(x, y, s, t, k)
    type(pair), target, intent(inout) :: x(:)[*], y(:)[*]
    character(*), target, intent(inout) :: s(:)[*], t(:)[*]
    integer, intent(in) :: k
    integer :: i
    p%a = [(i, i = 1, 6)]
    p%b = -p%a
    y(2:)[k] = x(:5)[k]
    if (any(p%a /= [1, 1, 2, 3, 4, 5]) .or. any(p%b /= -p%a)) error stop 16
    y(2:)[k]%a = x(:5)[k]%a
    if (any(p%a /= [1, 1, 1, 2, 3, 4])) error stop 17
    y(2:)[k]%b = x(:5)[k]%a
    if (any(p%b /= [-1, 1, 1, 1, 2, 3])) error stop 18
    c = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6']
    t(2:)[k] = s(:5)[k]
    if (any(c /= ['a1', 'a1', 'b2', 'c3', 'd4', 'e5'])) error stop 19
    t(2:)[k](1:1) = s(:5)[k](2:2)
    if (any(c /= ['a1', '11', '12', '23', '34', '45'])) error stop 20
  end subroutine
  subroutine planes(x, y, k)
    integer, target, intent(inout) :: x(:, :)[*], y(:, :)[*]
    integer, intent(in) :: k
    integer :: i
    m = reshape([(i, i = 1, 16)], [4, 4])
    y(:, 2:)[k] = x(:, :3)[k]
    if (any(m(:, 4) /= [9, 10, 11, 12])) error stop 21
    m = reshape([(i, i = 1, 16)], [4, 4])
    y(2:, :)[k] = x(:3, :)[k]
    if (any(m(4, :) /= [3, 7, 11, 15])) error stop 22
    m = reshape([(i, i = 1, 16)], [4, 4])
    y(:, :)[k] = transpose(x(:, :)[k])
    if (any(m(1, :) /= [1, 2, 3, 4]) .or. any(m(3, :) /= [9, 10, 11, 12])) error stop 23
  end subroutine
  subroutine parts(x, y, k, n)
    type(row), target, intent(inout) :: x[*], y
    integer, intent(in) :: k, n
    integer :: i
    integer, parameter :: behind(10) = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    r%v = [(i, i = 1, 10)]
    y%v(2:) = x[k]%v(:9)
    if (any(r%v /= behind)) error stop 101
    r%v = [(i, i = 1, 10)]
    x[k]%v(2:) = y%v(:9)
    if (any(r%v /= behind)) error stop 102
    r%v = [(i, i = 1, 10)]
    y%v(2:n) = r[k]%v(:n - 1)
    if (any(r%v /= behind)) error stop 103
    r%m = reshape([(i, i = 1, 16)], [4, 4])
    y%m(1:n - 6, 2:4) = x[k]%m(1:n - 6, 1:3)
    if (any(r%m /= reshape([(i, i = 1, 4), (i, i = 1, 12)], [4, 4]))) error stop 104
    r%m = reshape([(i, i = 1, 16)], [4, 4])
    r[k]%m(1:n - 6, 2:4) = x[k]%m(1:n - 6, 1:3)
    if (any(r%m /= reshape([(i, i = 1, 4), (i, i = 1, 12)], [4, 4]))) error stop 105
    associate (q => x, z => y)
      r%v = [(i, i = 1, 10)]
      z%v(2:) = q[k]%v(:9)
      if (any(r%v /= behind)) error stop 106
      r%v = [(i, i = 1, 10)]
      q[k]%v(2:) = z%v(:9)
      if (any(r%v /= behind)) error stop 107
      r%v = [(i, i = 1, 10)]
      r[k]%v(2:) = q[k]%v(:9)
      if (any(r%v /= behind)) error stop 108
      r%m = reshape([(i, i = 1, 16)], [4, 4])
      z%m(1:n - 6, 2:4) = q[k]%m(1:n - 6, 1:3)
      if (any(r%m /= reshape([(i, i = 1, 4), (i, i = 1, 12)], [4, 4]))) error stop 109
    end associate
  end subroutine
end module
program same_targets
  use targets
  implicit none
  if (this_image() == num_images()) then
    call shifted(v, v, this_image(), 12)
    call parts(r, r, this_image(), 10)
    call structures(p, p, c, c, this_image())
    call planes(m, m, this_image())
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
