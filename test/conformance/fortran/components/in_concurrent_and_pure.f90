! conformance: images=1,2,3
! feature: coindexed objects in pure procedures
! DO CONCURRENT in procedures that are pure or not: fetches, stores, components, masks.
module m
  implicit none
  type t
    real, allocatable :: v(:,:)
    real, pointer :: p(:) => null()
    character(:), allocatable :: s
    class(*), allocatable :: u
  end type
  type, extends(t) :: tt
    integer :: n = 3
  contains
    procedure :: g
  end type
  type(t) :: x[*]
  type(tt), allocatable :: y(:)[:]
  real :: a(6,6)[*]
contains
  integer function g(self)
    class(tt), intent(in) :: self
    g = self%n
  end function
  subroutine dc(k, o)
    integer, intent(in) :: k
    real, intent(out) :: o(:,:)
    integer :: i, j
    do concurrent (i = 1:6)
      o(:, i) = x[k]%v(:, i)
    end do
    do concurrent (i = 1:6, j = 1:6)
      o(j, i) = x[k]%v(j, i) + 0*x[k]%p(i) + 0*y(2)[k]%p(j)
    end do
    do concurrent (i = 1:6)
      o(:, i) = a(:, i)[k]*2 - y(1)[k]%v(:, i)
    end do
    do concurrent (i = 1:6, x[k]%v(1, i) > 0)
      o(2:4, i) = x[k]%v(2:4, i)
      o(:, i) = y(2)[k]%v(:, i)
      o(1:5:2, i) = a(1:5:2, i)[k]
      o([1, 2], i) = a([2, 1], i)[k]
      o([1, 2], i) = a([1, 2], i)[k]
      if (len(x[k]%s) /= 3 + k) o(1, 1) = -7
      if (y(1)[k]%n /= 3) o(1, 1) = -8
    end do
  end subroutine
  subroutine dput(k, o)
    integer, intent(in) :: k
    real, intent(in) :: o(:,:)
    integer :: i, j
    do concurrent (i = 1:6)
      x[k]%v(:, i) = o(:, i)
    end do
    do concurrent (i = 1:6, j = 1:6)
      y(1)[k]%v(j, i) = o(j, i)
      y(2)[k]%p(i) = 7
    end do
    do concurrent (i = 1:6)
      a(:, i)[k] = o(:, i)
      a(1:3, i)[k] = 2*o(1:3, i)
    end do
    do concurrent (i = 1:6)
      a(1:3, i)[k] = o(1:3, i)
    end do
  end subroutine
  pure subroutine pc(k, o)
    integer, intent(in) :: k
    real, intent(out) :: o(:,:)
    integer :: i, j
    do concurrent (i = 1:6)
      o(:, i) = x[k]%v(:, i)
    end do
    do i = 1, 6
      o(i, :) = x[k]%v(i, :) + 0*x[k]%p(i) + 0*y(2)[k]%p(i)
    end do
    do concurrent (i = 1:6)
      o(:, i) = a(:, i)[k]*2 - y(1)[k]%v(:, i)
    end do
    o(2:4, 1) = x[k]%v(2:4, 1)
    o(:, 2) = y(2)[k]%v(:, 2)
    o(1, :) = a(1, :)[k]
    o([1, 2], 3) = a([1, 2], 3)[k]
    if (len(x[k]%s) /= 3 + k) o(1, 1) = -7
    if (y(1)[k]%n /= 3) o(1, 1) = -8
  end subroutine
end module
program p
  use m
  implicit none
  real :: o(6,6), w(6,6)
  integer :: i, k, me
  me = this_image(); k = mod(me, num_images()) + 1
  allocate (y(2)[*])
  w = reshape([(real(i), i = 1, 36)], [6, 6])
  a = w*me; x%v = a; y(1)%v = a; y(2)%v = a; allocate (x%p(6), y(1)%p(6), y(2)%p(6)); x%p = 1; y(1)%p = 1; y(2)%p = 2
  x%s = repeat('s', 3 + me)
  sync all
  o = -1; call dc(k, o); if (any(o /= w*k)) error stop 'dc'
  o = -1; call pc(k, o); if (any(o /= w*k)) error stop 'pc'
  sync all
  call dput(k, w*1000*me)
  sync all
  i = modulo(me - 2, num_images()) + 1
  if (any(a /= w*1000*i)) error stop 'put a'
  if (any(x%v /= a) .or. any(y(1)%v /= a) .or. any(y(2)%p /= 7)) error stop 'put'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
