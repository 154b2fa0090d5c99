! conformance: images=1,2,3
! feature: allocatable coarray
! An allocatable coarray that gets the value of a function keeps its memory: assignment does not
! allocate it again (F2018 10.2.1.2), and other images find the values there.
program function_value
  implicit none
  type num
    integer :: a = 0
  end type
  type holder
    integer, allocatable :: c(:)[:]
  end type
  interface operator(+)
    procedure plus
  end interface
  interface operator(.twice.)
    procedure twice
  end interface
  real(8), allocatable :: u(:,:)[:], w(:)[:], a(:,:)
  integer, allocatable :: n(:)[:]
  type(num), allocatable :: t(:)[:]
  type(holder) :: h
  character(:), allocatable :: s(:)[:]
  integer :: k, i, bad
  bad = 0
  allocate (u(4, 3)[*], w(3)[*], a(3, 4), n(0:3)[*], t(2)[*], h%c(3)[*])
  allocate (character(3) :: s(2)[*])
  a = 1
  k = 1 + mod(this_image(), num_images())
  u = reshape([(this_image() + 0.1d0*i, i = 1, 12)], [4, 3])
  w = sum(u, 1)
  n = [10, 20, 30, 40]*this_image()
  sync all
  call is(1, u(2, 2)[k], k + 0.6d0)
  call is(2, w(1)[k], 4*k + 1d0)
  sync all
  u = transpose(a)
  w = pack([1d0, 2d0, 3d0, 4d0], [.true., .false., .true., .true.])
  n = cshift(n, 1)
  t = plus([num(1), num(2)], [num(3), num(this_image())])
  h%c = three()
  s = words()
  sync all
  call is(3, u(2, 2)[k], 1d0)
  call is(4, w(2)[k], 3d0)
  call is(5, n(0)[k] + 0d0, 20d0*k)
  call is(6, t(2)[k]%a + 0d0, k + 2d0)
  call is(7, h%c(3)[k] + 0d0, 3d0*k)
  if (s(2)[k] /= 'two') bad = 8
  if (lbound(n, 1) /= 0) bad = 9
  sync all
  w = matmul(a, [1d0, 2d0, 3d0, 4d0])
  u = spread([1d0, 2d0, 3d0, 4d0], 2, 3)
  t = t + [num(10), num(20)]
  n = .twice. n
  sync all
  call is(10, u(2, 2)[k], 2d0)
  call is(11, w(2)[k], 10d0)
  call is(12, t(2)[k]%a + 0d0, k + 22d0)
  call is(13, n(3)[k] + 0d0, 20d0*k)
  sync all
  w = cshift(w, 1)
  u = f()
  u = eoshift(u, 1, boundary=-1d0)
  call inside(n, w)
  sync all
  call is(14, u(2, 2)[k], 1d0*k)
  call is(15, u(4, 2)[k], -1d0)
  call is(16, n(1)[k] + 0d0, 2d0)
  call is(17, w(3)[k], 9d0)
  sync all
  n = cshift([int(w(:)[k]), 5], 1)
  u = spread([w(:)[k], 4d0], 2, 3)
  sync all
  call is(18, n(0)[k] + 0d0, 8d0)
  call is(19, u(3, 1)[k], 9d0)
  if (bad /= 0) error stop 'bad'
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine is(id, x, y)
    integer, intent(in) :: id
    real(8), intent(in) :: x, y
    if (abs(x - y) > 1d-9) then
      print *, id, x, y
      bad = id
    end if
  end subroutine
  subroutine inside(n, w)
    integer, allocatable, intent(inout) :: n(:)[:]
    real(8), allocatable, intent(inout) :: w(:)[:]
    n = reshape([1, 2, 3, 4], [4])
    if (this_image() > 0) w = unpack([7d0, 8d0, 9d0], [.true., .true., .true.], [0d0, 0d0, 0d0])
  end subroutine
  function plus(a, b) result(c)
    type(num), intent(in) :: a(:), b(:)
    type(num) :: c(size(a))
    c%a = a%a + b%a
  end function
  function twice(a) result(c)
    integer, intent(in) :: a(:)
    integer, allocatable :: c(:)
    c = 2*a
  end function
  function f()
    real(8), allocatable :: f(:,:)
    allocate (f(4,3)); f = this_image()
  end function
  function three()
    integer :: three(3)
    three = [1, 2, 3]*this_image()
  end function
  function words()
    character(3) :: words(2)
    words = ['one', 'two']
  end function
end program
