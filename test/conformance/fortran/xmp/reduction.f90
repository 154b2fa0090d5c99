! feature: XcalableMP directives: reduction
program reduction
  use iso_fortran_env, only: int8, int16, int64
  implicit none
!$xmp nodes p(*)
  integer :: me, n, i, s, all, any, ex, m
  integer(int8) :: tiny
  integer(int64) :: product
  real :: r(3, 2)
  double precision :: d, big(5000)
  complex :: z
  complex(kind(1d0)) :: zz
  logical :: t, f, e, o
  logical(int8) :: small
  me = this_image()
  n = num_images()
  s = n*(n + 1)/2
  i = me
  tiny = 1_int8
  r = me
  d = me/2d0
  z = cmplx(0, me)
  zz = (2d0, 0d0)
!$xmp reduction(+ : i, tiny, r, d, z)
  if (i /= s .or. tiny /= n .or. any_of(r /= s) .or. d /= s/2d0 .or. aimag(z) /= s) error stop 1
  product = 2
!$xmp reduction(* : product, zz)
  if (product /= 2_int64**n .or. real(zz) /= 2d0**n) error stop 2
  m = me
  d = -me
!$xmp reduction(max : m, d)
  if (m /= n .or. d /= -1) error stop 3
  m = me
!$xmp reduction(min:m)
  if (m /= 1) error stop 4
  all = ior(3, ishft(me, 4))
  any = me
  ex = me
!$xmp reduction(iand: all)
!$xmp reduction(ior: any)
!$xmp reduction(IEOR: ex)
  if (iand(all, 15) /= 3) error stop 5
  do i = 1, n
    any = iand(any, not(i))
    ex = ieor(ex, i)
  end do
  if (any /= 0 .or. ex /= 0) error stop 6
  t = .true.
  f = me > 1
  o = me == n
  small = me > 1
!$xmp reduction(.and. : t, f)
!$xmp reduction(.or. : o, small)
  if (.not. t .or. f .or. .not. o .or. small .neqv. n > 1) error stop 7
  e = .false.
  o = .true.
!$xmp reduction(.eqv. : e)
!$xmp reduction(.neqv. : o)
  if (e .neqv. mod(n, 2) == 0) error stop 8
  if (o .neqv. mod(n, 2) == 1) error stop 9
  big = me
!$xmp reduction(+ : big(10:400:3), r(2, :)) on p(1:n)
  if (big(10) /= s .or. big(400) /= s .or. big(11) /= me .or. big(403) /= me) error stop 10
  if (r(1, 2) /= s .or. r(2, 2) /= s*n) error stop 11
  i = 1
!$xmp reduction(+ : i) on p(n)
  if (i /= 1) error stop 12
!$xmp reduction(+ : i) on p(:)
  if (i /= n) error stop 13
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  pure logical function any_of(mask)
    logical, intent(in) :: mask(:, :)
    any_of = count(mask) > 0
  end function any_of
end program reduction
