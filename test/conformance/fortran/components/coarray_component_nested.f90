! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Coarray components inside of components, with allocatable components of their own.
module m
  implicit none
  type inner
    real, allocatable :: v(:)
    integer :: n = 0
  end type
  type grid
    type(inner), allocatable :: u(:)[:]
    real, allocatable :: w(:, :)[:, :]
  end type
  type model
    type(grid) :: g
    character(8) :: name = 'model'
  end type
end module
program p
  use m
  implicit none
  type(model) :: a
  type(inner) :: one
  type(inner), allocatable :: all(:)
  integer :: me, n, k, i
  real :: s
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (a%g%u(3)[*], a%g%w(4, 4)[1, *])
  do i = 1, 3
    allocate (a%g%u(i)%v(me + i), source=real(10 * me + i))
    a%g%u(i)%n = me + i
  end do
  a%g%w = me
  sync all
  if (a%g%u(2)[k]%v(1) /= 10 * k + 2) error stop 'FAIL v'
  if (a%g%u(3)[k]%n /= k + 3) error stop 'FAIL n'
  if (size(a%g%u(3)[k]%v) /= k + 3) error stop 'FAIL size'
  one = a%g%u(1)[k]
  if (size(one%v) /= k + 1) error stop 'FAIL copy'
  all = a%g%u(:)[k]
  if (size(all(3)%v) /= k + 3) error stop 'FAIL copy all'
  s = 0
  do i = 1, 3
    s = s + sum(a%g%u(i)[k]%v)
  end do
  if (s /= sum([((10 * k + i) * (k + i), i = 1, 3)])) error stop 'FAIL sum'
  if (a%g%w(2, 3)[1, k] /= k) error stop 'FAIL w'
  s = 0
  do i = 1, 4
    s = s + a%g%w(i, i)[1, k] + a%g%w(i, 1)[1, k]
  end do
  if (s /= 8 * k) error stop 'FAIL w sum'
  associate (g => a%g)
    if (g%w(1, 1)[1, k] /= k) error stop 'FAIL assoc'
  end associate
  sync all
  a%g%u(2)[k]%v(:) = -me
  a%g%w(:, 2)[1, k] = 50 + me
  sync all
  if (any(a%g%u(2)%v /= -merge(n, me - 1, me == 1))) error stop 'FAIL put'
  if (a%g%w(4, 2) /= 50 + merge(n, me - 1, me == 1)) error stop 'FAIL put w'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
