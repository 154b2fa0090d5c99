! conformance: images=1,2,3,5
! feature: allocatable components of coindexed objects
! Components at several depths, of odd sizes, characters and complex numbers, in every kind of statement; coarray components of
! arrays of objects.
module many_m
  implicit none
  private
  integer, parameter :: dp = kind(1d0)
  type, public :: odd
    character(3) :: tag = 'abc'
    integer :: v(2) = 0
  end type
  type, public :: inner
    real(dp), allocatable :: r(:)
    type(odd), allocatable :: o(:)
    character(:), allocatable :: s, names(:)
    complex, allocatable :: z
    integer, pointer :: q => null()
  end type
  type, public :: outer
    integer :: id = 0
    type(inner), allocatable :: list(:)
    type(inner) :: fixed(2)
  end type
  type, public :: grid
    real(dp), allocatable :: u(:,:)[:]
    type(odd), allocatable :: o(:)[:]
    integer, allocatable :: n[:,:]
  end type
end module
program many
  use many_m, only: outer, grid, inner
  implicit none
  type(outer), save :: x[*]
  type(outer), allocatable :: a(:)[:]
  type(grid), save :: g, gs(2)
  type(inner) :: keep
  integer :: me, n, k, i, j, left, tot
  integer, allocatable :: iv(:)
  double precision :: d
  double precision, allocatable :: da(:)
  me = this_image(); n = num_images(); k = mod(me, n) + 1; left = modulo(me-2, n)+1
  allocate(a(3)[0:*])
  allocate(x%list(me+1))
  do i = 1, me+1
    x%list(i)%r = [(me*100d0+i*10+j, j=1,4)]
    allocate(x%list(i)%o(3))
    x%list(i)%o%tag = 'xyz'
    do j = 1, 3
      x%list(i)%o(j)%v = [i, j]
    end do
    x%list(i)%s = repeat('q', i)
    x%list(i)%names = ['aa'//achar(48+i), 'bb'//achar(48+me)]
    x%list(i)%z = cmplx(me, i)
    allocate(x%list(i)%q); x%list(i)%q = me*i
  end do
  x%fixed(2)%r = [1d0, 2d0, 3d0*me]
  do i = 1, 3
    a(i)%id = 10*me+i
    a(i)%fixed(1)%r = [dble(i), dble(me)]
  end do
  sync all
  call eq('r', x[k]%list(k+1)%r(2), k*100d0+(k+1)*10+2)
  call eq('o', dble(sum(x[k]%list(2)%o(2:3)%v(2))), 5d0)
  call eq('o2', dble(sum(x[k]%list(2)%o(3)%v)), 5d0)
  if (x[k]%list(2)%s /= 'qq') error stop 'FAIL s'
  if (x[k]%list(2)%names(2) /= 'bb'//achar(48+k)) error stop 'FAIL names'
  if (x[k]%list(2)%o(1)%tag(2:3) /= 'yz') error stop 'FAIL tag'
  call eq('z', dble(x[k]%list(1)%z%re), dble(k))
  call eq('q', dble(x[k]%list(2)%q), 2d0*k)
  call eq('fixed', x[k]%fixed(2)%r(3), 3d0*k)
  call eq('a', a(3)[k-1]%fixed(1)%r(2), dble(k))
  da = [(a(i)[k-1]%fixed(1)%r(1), i=1,3)]
  call eq('implied', sum(da), 6d0)
  da = [((a(i)[j-1]%fixed(1)%r(2)*i, i=1,2), j=1,n)]
  call eq('implied2', sum(da), 3d0*n*(n+1)/2)
  iv = [3, 1]
  da = x[k]%list(1)%r(iv)
  call eq('vector', da(1)-da(2), 2d0)
  if (allocated(a(1)[k-1]%list)) error stop 'FAIL allocated'
  if (size(x[k]%list) /= k+1) error stop 'FAIL size'
  do i = 1, size(x[k]%list)
    if (x[k]%list(i)%r(1) < 0 .or. x[k]%list(i)%r(1) /= k*100d0+i*10+1) error stop 'FAIL if'
    select case (x[k]%list(i)%o(1)%v(1))
    case (1)
      j = 1
    case default
      j = x[k]%list(i)%o(1)%v(1)
    end select
    if (j == 77) then
      print *, 'never'
    else if (nint(x[k]%list(i)%r(2)) == 0) then
      print *, 'never'
    end if
    if (j /= i) error stop 'FAIL select'
  end do
  i = 1
  do while (x[k]%list(1)%r(i) < k*100d0+13)
    i = i + 1
  end do
  call eq('while', dble(i), 3d0)
  keep = x[k]%list(2)
  call eq('keep', keep%r(4), k*100d0+24)
  if (keep%s /= 'qq' .or. size(keep%names) /= 2) error stop 'FAIL keep'
  call eq('arg', total([x[k]%list(1)%z, x[k]%list(2)%z]), 3d0)
  call eq('fn', f(x[k]%list(1)), k*100d0+11)
  sync all
  where (x%list(1)%r > 0)
    x[k]%list(2)%r(:) = x%list(1)%r + x[k]%list(2)%r
  end where
  sync all
  call eq('where', x%list(2)%r(1), me*100d0+21 + left*100+11)
  sync all
  forall (i=1:3) x[k]%list(2)%o(i)%v(2) = i*7
  x[k]%list(1)%r(iv) = [-1d0, -2d0]
  x[k]%list(1)%names(1) = 'new'
  x[k]%list(1)%z%im = 5
  sync all
  call eq('forall', dble(x%list(2)%o(3)%v(2)), 21d0)
  call eq('put vector', x%list(1)%r(3)*10+x%list(1)%r(1), -12d0)
  if (x%list(1)%names(1) /= 'new') error stop 'FAIL put names'
  call eq('put im', dble(x%list(1)%z%im), 5d0)
  sync all
  call set(x[k]%list(2)%r(2:3), x[k]%list(1)%q)
  sync all
  call eq('actual', x%list(2)%r(3), 9d0)
  call eq('actual2', dble(x%list(1)%q), 8d0)
  sync all
  x[me]%list(2)%r(2:4) = x[me]%list(2)%r(1:3)
  call eq('overlap', x%list(2)%r(4), 9d0)
  x%list(2)%r(2:4) = x[me]%list(2)%r(1:3)
  write(*,'(a)',advance='no') ''
  ! coarray components
  allocate(g%u(4,4)[*], g%o(3)[*], g%n[2,*])
  do i = 1, 2
    allocate(gs(i)%u(3,3)[*])
    gs(i)%u = me*i
  end do
  g%u = me; g%o%v(1) = me; g%n = me
  sync all
  call eq('g1', g%u(2,3)[k], dble(k))
  call eq('g2', sum(g%u(:,1:2)[k]), 8d0*k)
  call eq('g3', dble(sum(g%o(:)[k]%v(1))), 3d0*k)
  call eq('g4', gs(2)%u(1,1)[k], 2d0*k)
  call eq('g5', dble(g%n[modulo(k-1,2)+1, (k-1)/2+1]), dble(k))
  if (any(this_image(g%n) /= [modulo(me-1,2)+1, (me-1)/2+1])) error stop 'FAIL this_image'
  d = 0
  do j = 1, 4
    do i = 1, 4
      d = d + g%u(i,j)[k]
    end do
  end do
  call eq('g6', d, 16d0*k)
  sync all
  g%u(1:2,iv)[k] = 7
  g%u(4,:)[k] = g%u(3,:)[k] + 1
  g%o(2)[k]%tag = 'new'
  do i = 1, 2
    gs(i)%u(2,:)[k] = gs(i)%u(3,:)
  end do
  sync all
  call eq('h1', g%u(2,3), 7d0)
  call eq('h2', g%u(4,4), me+1d0)
  if (g%o(2)%tag /= 'new' .or. g%o(1)%tag /= 'abc') error stop 'FAIL h3'
  call eq('h4', gs(2)%u(2,2), 2d0*left)
  call proc(g)
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  double precision function f(x)
    type(inner), intent(in) :: x
    f = x%r(1)
  end function
  double precision function total(z)
    complex, intent(in) :: z(:)
    total = sum(aimag(z))
  end function
  subroutine set(r, q)
    double precision, intent(inout) :: r(:)
    integer, intent(out) :: q
    r = 9; q = 8
  end subroutine
  subroutine proc(h)
    type(grid), intent(inout) :: h
    associate (l => left)
    h%u(1,1)[k] = -me
    end associate
    sync all
    call eq('proc', h%u(1,1), -dble(left))
  end subroutine
  subroutine eq(what, got, want)
    character(*), intent(in) :: what
    double precision, intent(in) :: got, want
    if (got /= want) then
      print *, 'FAIL ', what, got, want, me
      error stop 1
    end if
  end subroutine
end program
