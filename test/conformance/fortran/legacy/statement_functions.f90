! conformance: images=1,2,3
! feature: statement functions
! A statement function (F2018 15.6.4) may refer to other images. Its expression is evaluated at each
! reference.
module statement_functions_m
  implicit none
contains
  elemental real function shifted(r)
    real, intent(in) :: r
    shifted = r + 0.5
  end function
  subroutine of_dummy(x, k, y)
    real, intent(in) :: x(:)[*]
    integer, intent(in) :: k
    real, intent(out) :: y
    integer :: i
    real :: at
    at(i) = x(i)[k]
    y = at(2) + at(1)
  end subroutine
  pure subroutine purely(x, k, y)
    real, intent(in) :: x(:)[*]
    integer, intent(in) :: k
    real, intent(out) :: y
    integer :: i
    real :: at
    at(i) = x(i)[k]
    y = at(3)
  end subroutine
end module

program statement_functions
  use statement_functions_m
  implicit none
  type :: pair
    integer :: n
    real :: r(2)
  end type
  integer, save :: n[*], idx(3)[*]
  real, save :: x(3)[*]
  character(4), save :: c[*]
  type(pair), save :: s[*]
  integer, allocatable :: d(:)[:]
  real :: f, g, h, a, total, y(3), picked
  integer :: i, k, me, deep, length, m
  logical :: large
  character(4) :: word
  complex :: z
  f(a) = a + x(1)[k]
  g(a, i) = f(a)*x(idx(i)[k])[k]
  h() = sum(x(:)[k])
  picked(i) = s[k]%r(i) + shifted(real(s[k]%n))
  large(a) = a > x(2)[k]
  word() = c[k]
  z(a) = cmplx(a, x(3)[k])
  deep(i) = d(i)[k] + n[i]
  length(i) = len(c[i]) + size(x(:)[i])
  me = this_image()
  k = 1 + mod(me, num_images())
  n = 10*me
  x = [1., 2., 3.]*k
  idx = [3, 1, 2]
  c = 'abcd'
  s = pair(me, [1., 2.])
  allocate (d(2)[*])
  d = [me, -me]
  sync all
  y = 0
  associate (there => 1 + mod(k, num_images()))
    if (f(1.) /= 1 + there) error stop 'f'
    if (g(1., 1) /= (1 + there)*3*there) error stop 'g'
    if (h() /= 6*there) error stop 'h'
    if (picked(2) /= 2 + k + 0.5) error stop 'picked'
    if (.not. large(2.5*there) .or. large(1.5*there)) error stop 'large'
    if (word() /= 'abcd') error stop 'word'
    if (z(1.) /= cmplx(1., 3.*there)) error stop 'z'
    if (num_images() > 1) then
      if (deep(2) /= -k + n[2]) error stop 'deep of image 2'
    end if
    if (deep(1) /= k + 10) error stop 'deep'
    if (length(k) /= 7) error stop 'length'
    where (y < f(1.)) y = f(2.)
    if (any(y /= there + 2)) error stop 'where'
    total = 0
    do i = 1, int(f(1.))
      total = total + g(0., 1 + mod(i, 3))
    end do
    m = 1 + there
    a = 0
    do i = 1, m
      a = a + there*x(idx(1 + mod(i, 3))[k])[k]
    end do
    if (total /= a) error stop 'loop'
    i = 0
    do while (f(0.) > i)
      i = i + 1
    end do
    if (i /= there) error stop 'do while'
    select case (int(f(0.)))
    case default
      m = int(f(0.))
    end select
    if (m /= there) error stop 'select'
    forall (i=1:3) y(i) = f(real(i))
    if (any(y /= [1, 2, 3] + there)) error stop 'forall'
    if (inner() /= f(4.)) error stop 'inner'
  end associate
  sync all
  x = 7
  sync all
  if (f(1.) /= 8) error stop 'evaluated anew'
  if (f(x(2)[k]) /= 14) error stop 'argument'
  call of_dummy(x, k, a)
  if (a /= 14) error stop 'dummy'
  call purely(x, k, a)
  if (a /= 7) error stop 'pure'
  deallocate (d)
  allocate (d(3)[*])
  d = 5
  sync all
  if (deep(1) /= 15) error stop 'allocated anew'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  real function inner()
    inner = f(4.)
  end function
end program
