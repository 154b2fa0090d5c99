! feature: XcalableMP directives: gmove
program gmove
  implicit none
  type pair
    integer :: i
    real :: x
  end type pair
!$xmp nodes p(*)
  integer, parameter :: planes = 10
  integer :: me, n, i, j, block, next, before
  integer, allocatable :: rcv(:, :), dst(:, :)
  double precision :: v(0:planes - 1), x, y
  real :: got(planes), edge(4)
  integer :: line(8)
  integer :: a(6)[*], s[*]
  real :: u(4, 4)[*]
  type(pair) :: q(planes), r(planes)
  character(len=3) :: c(planes), d(planes)
  me = this_image()
  n = num_images()
  next = mod(me, n) + 1
  before = mod(me + n - 2, n) + 1
  block = (planes + n - 1)/n

  ! The paper's Integer Sort: each node has its plane, the last subscript, and all get all.
  allocate (rcv(n, n), dst(n, n))
  rcv = -1
  rcv(:, me) = [(100*me + i, i=1, n)]
!$xmp gmove
  dst(:, :) = rcv(:, :)
  do j = 1, n
    do i = 1, n
      if (dst(i, j) /= 100*j + i) error stop 1
    end do
  end do
!$xmp gmove
  line(1:n) = rcv(:, n)
  if (line(1) /= 100*n + 1 .or. line(n) /= 100*n + n) error stop 2
!$xmp gmove
  line(1:n) = rcv(n, :)
  if (line(1) /= 100 + n .or. line(n) /= 100*n + n) error stop 3

  ! Blocks, other bounds, strides, conversion, elements.
  do i = 0, planes - 1
    v(i) = merge(i + 0.5d0, -1d0, i/block == me - 1)
    q(i + 1) = pair(merge(i, -1, i/block == me - 1), i)
    c(i + 1) = merge('yes', 'no ', i/block == me - 1)
  end do
!$xmp gmove
  got = v
  do i = 1, planes
    if (got(i) /= i - 0.5) error stop 4
  end do
!$xmp gmove
  got(1:4) = v(1:7:2)
  if (any(got(1:4) /= [1.5, 3.5, 5.5, 7.5])) error stop 5
!$xmp gmove
  got(1:4) = v(9:0:-3)
  if (any(got(1:4) /= [9.5, 6.5, 3.5, 0.5])) error stop 6
!$xmp gmove
  got = v(9:0:-1)
  if (got(1) /= 9.5 .or. got(10) /= 0.5) error stop 16
!$xmp gmove
  x = v(7)
  if (x /= 7.5d0) error stop 7
  y = me
!$xmp gmove
  x = y
  if (x /= me) error stop 8
!$xmp gmove
  v(0:8) = v(1:9)
  if (v(0) /= 1.5d0 .or. v(8) /= 9.5d0) error stop 9
!$xmp gmove
  r = q
  if (any(r%i /= [(i, i=0, planes - 1)])) error stop 10
!$xmp gmove
  d = c
  if (any(d /= 'yes')) error stop 11

  ! Coindexed: all read before any writes.
  do j = 1, 10
    a = [(10*me + i, i=1, 6)]
!$xmp gmove
    a(:) = a(:)[next]
    if (any(a /= [(10*next + i, i=1, 6)])) error stop 12
!$xmp gmove
    a(1:3)[next] = a(1:3)
    if (any(a(1:3) /= [(10*me + i, i=1, 3)]) .or. a(4) /= 10*next + 4) error stop 13
  end do
  s = me
!$xmp gmove
  s[n] = s[1]
  if (s /= merge(1, me, me == n)) error stop 14

  ! One-sided.
  u = me
!$xmp barrier
  if (me == n) then
!$xmp gmove in
    edge = u(:, 2)[1]
    if (any(edge /= 1)) error stop 15
!$xmp gmove out
    u(3, :)[1] = edge(:)
  end if
!$xmp barrier
  if (me == 1) print '(a)', 'PASS'
end program gmove
