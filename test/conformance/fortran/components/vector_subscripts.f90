! conformance: images=1,2,3,5,8
! feature: vector subscripts in components of coindexed objects
! The halo of an irregular mesh is gathered from components of every kind, and scattered to them.
module mesh
  implicit none
  integer, parameter :: cells = 30

  type :: fixed
    integer :: kind = 0
    real :: v(cells) = 0
    complex :: z(cells) = 0
  end type

  type :: grown
    real, allocatable :: v(:)
    real, pointer :: w(:, :) => null()
  end type

  type :: outer
    type(fixed) :: inner(2)
  end type

  type :: owner
    real, allocatable :: u(:)[:]
  end type
end module mesh

program vector_subscripts
  use mesh
  implicit none
  type(fixed), save :: f[*], list(3)[*]
  type(grown), save :: g[*]
  type(outer), save :: o[*]
  type(owner) :: w
  integer :: me, n, k, i
  integer :: halo(6) = [7, 30, 1, 12, 12, 4], some(4) = [3, 9, 27, 2]
  real :: got(6), other(4)

  me = this_image()
  n = num_images()
  k = mod(me, n) + 1
  allocate (w%u(cells)[*])
  allocate (g%v(cells), g%w(2, cells))
  f%v = [(100 * me + i, i = 1, cells)]
  f%z = cmplx(f%v, -f%v)
  list(2)%v = f%v + 1
  o%inner(2)%v = f%v + 2
  g%v = f%v + 3
  g%w(2, :) = f%v + 4
  w%u = f%v + 5
  sync all
  got = f[k]%v(halo)
  call check('component', got, 0)
  got = real(f[k]%z(halo))
  call check('complex component', got, 0)
  got = -f[k]%z(halo)%im
  call check('imaginary part', got, 0)
  got = list(2)[k]%v(halo)
  call check('element of an array', got, 1)
  got = o[k]%inner(2)%v(halo)
  call check('nested', got, 2)
  got = g[k]%v(halo)
  call check('allocatable component', got, 3)
  got = g[k]%w(2, halo)
  call check('pointer component', got, 4)
  got = w%u(halo)[k]
  call check('coarray component', got, 5)
  do i = 1, size(halo)
    got(i) = f[k]%v(halo(i))
  end do
  call check('in a loop', got, 0)
  got(1:3) = f[k]%v(halo(2:6:2)) + 2 * g[k]%v(halo(2:6:2))
  if (any(nint(got(1:3)) /= 3 * (100 * k + halo(2:6:2)) + 6)) error stop 'FAIL: expression'
  if (nint(sum(f[k]%v(halo))) /= 600 * k + sum(halo)) error stop 'FAIL: function'
  sync all
  other = [1, 2, 3, 4] + 10 * me
  f[k]%v(some) = other
  g[k]%v(some) = -other
  g[k]%w(1, some(1:2)) = other(1:2)
  o[k]%inner(1)%v(some) = 2 * other
  sync all
  i = mod(me + n - 2, n) + 1
  other = [1, 2, 3, 4] + 10 * i
  if (any(f%v(some) /= other)) error stop 'FAIL: put to a component'
  if (any(nint(f%v(halo([2, 3, 4]))) /= 100 * me + halo([2, 3, 4]))) error stop 'FAIL: others were changed'
  if (any(g%v(some) /= -other)) error stop 'FAIL: put to an allocatable component'
  if (any(g%w(1, some(1:2)) /= other(1:2))) error stop 'FAIL: put to a pointer component'
  if (any(o%inner(1)%v(some) /= 2 * other)) error stop 'FAIL: put to a nested component'
  sync all
  if (me == 1) print '(a)', 'PASS'

contains

  subroutine check(what, values, more)
    character(len=*), intent(in) :: what
    real, intent(in) :: values(:)
    integer, intent(in) :: more

    if (all(nint(values) == 100 * k + halo + more)) return
    print '(3a,i0)', 'FAIL: ', what, ', image ', me
    error stop 1
  end subroutine check
end program vector_subscripts
