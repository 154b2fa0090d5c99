! conformance: images=1,2,3,5,8
! feature: array sections of coindexed objects
! Copies of few elements whose number stands in the text: of every kind of number, from and to static, allocatable and dummy coarrays, components, columns;
! whole arrays, constant bounds, bounds that differ by a constant; what lies beside keeps its value. Also where both sides overlap.
module numbers
  use, intrinsic :: iso_fortran_env, only: int8, int16, int64, real64
  implicit none
  integer, parameter :: few = 5
  type :: bag
    real(real64) :: u(6) = 0
    integer, allocatable :: v(:)
    real :: m(3, 4) = 0
  end type
  integer(int8), save :: b(-3:40)[*]
  integer(int16), save :: h(44)[*]
  integer, save :: i4(44)[*]
  integer(int64), save :: i8(44)[*]
  real, save :: r(44)[*]
  double precision, save :: d(44)[*]
  complex, save :: c(44)[*]
  complex(real64), save :: z(44)[*]
  logical, save :: f(44)[*]
  real(real64), save :: table(4, 3, 10)[*]
  type(bag), save :: bags(3)[*]
contains
  subroutine to_dummies(x, y, s, a, k, j)
    integer, intent(in) :: k, j
    real, intent(inout) :: x(9)[*], y(4, *)[*], s(:)[*]
    real, intent(inout) :: a(:)
    x(:)[k] = a(1:9)
    y(:, 2)[k] = a(j + 1:j + 4)
    s(j:j + few - 1)[k] = a(2:6)
    sync all
    a(1:9) = -a(1:9)
    a(1:3) = x(j:2 + j)[k]
    a(4:7) = y(:, j)[k]
    a(8:9) = s(j:j + 1)[k]
    sync all
  end subroutine
end module

program short_copies
  use numbers
  implicit none
  integer :: me, n, k, j, e
  integer(int8) :: lb(44)
  integer(int16) :: lh(44)
  integer :: li(44)
  integer(int64) :: ll(44)
  real :: lr(44)
  double precision :: ld(44)
  complex :: lc(44)
  complex(real64) :: lz(44)
  logical :: lf(44)
  real(real64) :: box(4, 3), six(6)
  real, save :: x(9)[*], y(4, 2)[*], s(20)[*]
  real, save, target :: t(20)[*]
  real, pointer :: p(:)
  real :: a(12)
  integer, allocatable :: v(:)[:]

  me = this_image()
  n = num_images()
  k = 1 + mod(me, n)
  j = 2
  b = 0; h = 0; i4 = 0; i8 = 0; r = 0; d = 0; c = 0; z = 0; f = .false.
  do e = 1, 44
    lb(e) = int(e, int8); lh(e) = int(100 * me + e, int16); li(e) = 100 * me + e; ll(e) = li(e); lr(e) = li(e); ld(e) = li(e)
    lc(e) = cmplx(e, me); lz(e) = cmplx(me, e, real64); lf(e) = mod(e + me, 3) == 0
  end do
  sync all
  ! there
  b(j - 2:j + 10)[k] = lb(j - 1:j + 11)
  h(3:17)[k] = lh(1:15)
  i4(2 * j + 1:2 * j + 13)[k] = li(12:24)
  i8(7:7)[k] = ll(40:40)
  r(j:j + 31)[k] = lr(j + 1:j + 32)
  d(few:few + 7)[k] = ld(1:8)
  c(:8)[k] = lc(37:44)
  z(29:)[k] = lz(1:16)
  f(j + 1:j + 9)[k] = lf(j:j + 8)
  sync all
  e = 1 + mod(me + n - 2, n) ! who has put here
  call check('int8', count(b /= 0) == 13 .and. all(b(0:12) == [(j, j = 1, 13)]))
  j = 2
  call check('int16', count(h /= 0) == 15 .and. all(h(3:17) == [(100 * e + j, j = 1, 15)]))
  j = 2
  call check('integer', count(i4 /= 0) == 13 .and. all(i4(5:17) == [(100 * e + j, j = 12, 24)]))
  j = 2
  call check('int64', count(i8 /= 0) == 1 .and. i8(7) == 100 * e + 40)
  call check('real', count(r /= 0) == 32 .and. all(r(2:33) == [(100 * e + j, j = 3, 34)]))
  j = 2
  call check('double', count(d /= 0) == 8 .and. all(d(5:12) == [(100 * e + j, j = 1, 8)]))
  j = 2
  call check('complex', count(c /= 0) == 8 .and. all(c(:8) == cmplx([(j, j = 37, 44)], e)))
  j = 2
  call check('double complex', count(z /= 0) == 16 .and. all(aimag(z(29:)) == [(j, j = 1, 16)]) .and. all(real(z(29:)) == e))
  j = 2
  call check('logical', all(f(3:11) .eqv. mod([(j, j = 2, 10)] + e, 3) == 0) .and. .not. any(f(12:)) .and. .not. any(f(:2)))
  j = 2
  ! and back: each image gets what it has put
  lb = 0; lh = 0; li = 0; ll = 0; lr = 0; ld = 0; lc = 0; lz = 0; lf = .false.
  lb(j:j + 12) = b(0:12)[k]
  lh(j:j + 14) = h(3:17)[k]
  li(3:15) = i4(2 * j + 1:2 * j + 13)[k]
  ll(44:) = i8(7:7)[k]
  lr(:32) = r(j:j + 31)[k]
  ld(few - 1:few + 6) = d(few:few + 7)[k]
  lc(1:8) = c(:8)[k]
  lz(1:16) = z(29:)[k]
  lf(j:j + 8) = f(j + 1:j + 9)[k]
  call check('int8 back', count(lb /= 0) == 13 .and. lb(j) == 1 .and. lb(j + 12) == 13)
  call check('int16 back', count(lh /= 0) == 15 .and. lh(2) == 100 * me + 1 .and. lh(16) == 100 * me + 15)
  call check('integer back', count(li /= 0) == 13 .and. li(3) == 100 * me + 12 .and. li(15) == 100 * me + 24)
  call check('int64 back', count(ll /= 0) == 1 .and. ll(44) == 100 * me + 40)
  call check('real back', count(lr /= 0) == 32 .and. lr(1) == 100 * me + 3 .and. lr(32) == 100 * me + 34)
  call check('double back', count(ld /= 0) == 8 .and. ld(4) == 100 * me + 1 .and. ld(11) == 100 * me + 8)
  call check('complex back', lc(1) == cmplx(37, me) .and. lc(8) == cmplx(44, me) .and. lc(9) == 0)
  call check('double complex back', lz(1) == cmplx(me, 1) .and. lz(16) == cmplx(me, 16) .and. lz(17) == 0)
  call check('logical back', all(lf(2:10) .eqv. mod([(j, j = 2, 10)] + me, 3) == 0))
  j = 2
  ! planes and columns, in loops too
  table = 0
  sync all
  box = reshape([(me + e * 0.25_real64, e = 1, 12)], [4, 3])
  table(:, :, j)[k] = box
  do e = 5, 10
    table(:, 3, e)[k] = box(:, 2)
    table(2:3, 1, e)[k] = box(e - e + 1:2, 1)
  end do
  sync all
  box = table(:, :, 2)[k]
  call check('plane', all(box == reshape([(me + e * 0.25_real64, e = 1, 12)], [4, 3])))
  do e = 5, 10
    box(:, 1) = table(:, 3, e)[k]
    call check('column', all(box(:, 1) == box(:, 2)) .and. all(table(2:3, 1, e)[k] == me + [1, 2] * 0.25_real64))
  end do
  call check('beside', count(table(:, :, :)[k] /= 0) == 12 + 6 * 6)
  ! components
  do e = 1, 3
    allocate (bags(e)%v(10), source=0)
  end do
  sync all
  six = [(me * 10 + e, e = 1, 6)]
  bags(j)[k]%u = six
  bags(3)[k]%v(j:j + 6) = [(me, e = 1, 7)]
  li(1:7) = 7 * me
  bags(1)[k]%v(3:9) = li(1:7)
  bags(1)[k]%m(:, 2) = lr(1:3)
  sync all
  six = 0
  six = bags(2)[k]%u
  call check('component', all(six == [(me * 10 + e, e = 1, 6)]))
  li(1:10) = bags(1)[k]%v(:10)
  call check('allocatable component', all(li(1:10) == [0, 0, spread(7 * me, 1, 7), 0]))
  lr(11:13) = bags(1)[k]%m(1:3, 2)
  call check('column of a component', all(lr(11:13) == lr(1:3)) .and. count(bags(1)[k]%m /= 0) == 3)
  ! dummy arguments, also with gaps
  x = 0; y = 0; s = 0
  sync all
  a = [(me + 0.5 * e, e = 1, 12)]
  call to_dummies(x, y, s(::2), a, k, j)
  call check('dummy arguments', all(a(1:3) == [(me + 0.5 * e, e = 2, 4)]) .and. all(a(4:7) == [(me + 0.5 * e, e = 3, 6)]) .and. all(a(8:9) == me + [1., 1.5]))
  call check('array with gaps', count(s /= 0) == few .and. all(s(3:11:2) /= 0))
  ! both sides on other images, and sides that overlap
  allocate (v(12)[*])
  v = [(1000 * me + e, e = 1, 12)]
  t = [(me + e / 32., e = 1, 20)]
  sync all
  v(1:4)[me] = v(3:6)[me]
  call check('overlap', all(v(1:6) == 1000 * me + [3, 4, 5, 6, 5, 6]))
  p => t
  t(2:9)[me] = p(1:8)
  call check('overlap by a pointer', all(t(1:9) == me + [1, 1, 2, 3, 4, 5, 6, 7, 8] / 32.))
  p(1:8) = t(3:10)[me]
  call check('overlap back', all(t(1:8) == me + [2, 3, 4, 5, 6, 7, 8, 10] / 32.))
  sync all
  li = 0
  i4(1:4) = 0
  sync all
  i4(1:4)[k] = v(7:10)[1 + mod(k, n)]
  sync all
  call check('two other images', all(i4(1:4) == 1000 * k + [7, 8, 9, 10]))
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(what, ok)
    character(len=*), intent(in) :: what
    logical, intent(in) :: ok
    if (.not. ok) then
      print '(3a,i0)', 'wrong: ', what, ' on image ', this_image()
      error stop 1
    end if
  end subroutine
end program short_copies
