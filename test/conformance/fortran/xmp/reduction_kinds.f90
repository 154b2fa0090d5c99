! feature: XcalableMP directives: reduction
! Operations on kinds of the same number of bytes, and on the largest ones.
program reduction_kinds
  implicit none
  integer, parameter :: x87 = selected_real_kind(18), quad = selected_real_kind(33)
  integer, parameter :: long = selected_int_kind(38)
  integer :: me, n
  real(x87) :: a(3)
  real(quad) :: b(3)
  complex(x87) :: c
  complex(quad) :: d(2)
  integer(long) :: i, j
!$xmp nodes p(*)
  me = this_image()
  n = num_images()
  a = [1.5_x87, 2._x87, -1._x87]
  b = [1.5_quad, 2._quad, -1._quad]
  c = (0, 1)
  d = [(0, 1), (2, 0)]
  i = 3
  j = ishft(1_long, 100) + me
!$xmp reduction(* : a, b, c, d, i)
!$xmp reduction(ior : j)
  if (any(a /= [1.5_x87**n, 2._x87**n, (-1._x87)**n])) error stop 1
  if (any(b /= [1.5_quad**n, 2._quad**n, (-1._quad)**n])) error stop 2
  if (c /= power(n) .or. d(1) /= power(n) .or. d(2) /= 2**n) error stop 3
  if (i /= 3_long**n .or. ishft(j, -100) /= 1 .or. iand(j, 1_long) /= 1) error stop 4
  a = me
  b = me + 0.25_quad
  d = cmplx(me, 1, quad)
!$xmp reduction(+ : a, b(2:3), d)
!$xmp reduction(max : b(1))
  if (any(a /= n*(n + 1)/2) .or. any(b(2:) /= n*(n + 1)/2 + n*0.25_quad)) error stop 5
  if (b(1) /= n + 0.25_quad .or. any(d /= cmplx(n*(n + 1)/2, n, quad))) error stop 6
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  complex function power(n)
    integer, intent(in) :: n
    integer :: k
    power = 1
    do k = 1, n
      power = power*(0, 1)
    end do
  end function
end program
