! feature: XcalableMP directives: bcast
program broadcast
  implicit none
  type point
    integer :: i
    double precision :: x(2)
  end type point
!$xmp nodes p(*)
  integer :: me, n, i, grid(4, 4), root
  character(len=7) :: text
  type(point) :: s, t(3)
  me = this_image()
  n = num_images()
  root = (n + 1)/2
  i = me
  text = 'none'
  if (me == n) text = 'last'
  s = point(me, [me, me])
  t = s
  grid = me
!$xmp bcast(i)
  if (i /= 1) error stop 1
!$xmp bcast(text, s, t(2)) from p(n)
  if (text /= 'last' .or. s%i /= n .or. s%x(2) /= n) error stop 2
  if (t(2)%i /= n .or. t(1)%i /= me) error stop 3
!$xmp bcast (grid(2:3, ::2)) from p(root) on p(1:n)
  if (grid(2, 1) /= root .or. grid(3, 3) /= root .or. grid(2, 2) /= me .or. grid(4, 3) /= me) error stop 4
  i = me
!$xmp bcast(i) from p(n) on p(n)
  if (i /= me) error stop 5
  sync all
  if (me == 1) print '(a)', 'PASS'
end program broadcast
