! feature: array sections
! Copies of sections of every shape between the right image and this one: whole arrays, runs, blocks, with strides, of length zero,
! of static, allocatable, dummy and target arrays; nothing beside them may change.
module copies_data
  implicit none
  integer :: g(4,5,6)[*]
contains
  subroutine through_dummies(d, n, k, w)
    integer, intent(in) :: n, k
    real, intent(inout) :: d(0:n-1,*)[*]
    real, intent(inout) :: w(:,:)
    real :: v(0:n-1,3)

    v = 0
    v(:,1:2) = d(:,2:3)[k]
    if (any(v(:,1:2) /= 100*k) .or. any(v(:,3) /= 0)) error stop 'block of a dummy'
    w(2:n,1:2) = d(1:n-1,2:3)[k]
    if (any(w(2:n,1:2) /= 100*k) .or. any(w(1,:) /= -1) .or. any(w(:,3:) /= -1)) error stop 'into assumed shape'
  end subroutine through_dummies
end module copies_data

program copies
  use copies_data
  implicit none
  integer, parameter :: n = 40
  integer :: a(n)[*], b(n), me, k, i, j, low, count
  integer(1), allocatable :: small(:)[:], into(:)
  complex(8), allocatable :: z(:,:)[:], y(:,:)
  real :: dum(10,4)[*], wide(10,4)
  integer, target :: t(n)[*]
  integer, pointer :: p(:)
  integer :: h(4,5,6)

  me = this_image()
  k = 1 + mod(me, num_images())
  allocate (small(-3:60)[*], into(64), z(5,7)[*], y(5,7))
  a = [(1000*me + i, i=1,n)]
  small = int(me, 1)
  z = cmplx(me, -me, 8)
  dum = 100*me
  g = reshape([(1000*me + i, i=1,120)], [4,5,6])
  sync all
  do count = 0, n
    do low = 1, n - count + 1
      b = -1
      b(low:low+count-1) = a(1:count)[k]
      if (any(b(low:low+count-1) /= [(1000*k + i, i=1,count)])) error stop 'run'
      if (any(b(:low-1) /= -1) .or. any(b(low+count:) /= -1)) error stop 'beside a run'
    end do
  end do
  b = -1
  b(::3) = a(1:14)[k]
  if (any(b(::3) /= [(1000*k + i, i=1,14)]) .or. b(2) /= -1 .or. b(39) /= -1) error stop 'stride on the left'
  b(n:1:-1) = a(:)[k]
  if (any(b /= [(1000*k + i, i=n,1,-1)])) error stop 'backwards'
  b = a(:)[k]
  if (any(b /= [(1000*k + i, i=1,n)])) error stop 'whole'
  into = 0
  into(1:50) = small(10:59)[k]
  if (any(into(1:50) /= k) .or. any(into(51:) /= 0)) error stop 'bytes'
  into(:) = small(:)[k]
  if (any(into /= k)) error stop 'all bytes'
  y = 0
  y(2:4,1:5:2) = z(2:4,3:7:2)[k]
  if (any(y(2:4,1:5:2) /= cmplx(k, -k, 8)) .or. sum(abs(real(y))) /= 9*k) error stop 'block of complex'
  y = 0
  y(1:5,7:5:-1) = z(:,2:4)[k]
  if (any(y(:,5:7) /= cmplx(k, -k, 8)) .or. any(y(:,:4) /= 0)) error stop 'columns'
  h = 0
  h(:,2:3,:) = g(:,3:4,:)[k]
  do j = 1, 6
    if (any(h(:,2:3,j) /= reshape([(1000*k + 20*(j-1) + i, i=9,16)], [4,2]))) error stop 'planes'
  end do
  if (any(h(:,1,:) /= 0) .or. any(h(:,4:,:) /= 0)) error stop 'beside planes'
  h = 0
  h(2:3,4,1:6) = g(1:2,5,:)[k]
  if (any(h(2,4,:) /= [(1000*k + 20*j + 17, j=0,5)]) .or. sum(h(1,:,:)) /= 0) error stop 'pencils'
  h = 0
  h(1,:,2) = g(2,:,3)[k]
  if (any(h(1,:,2) /= [(1000*k + 40 + 2 + 4*j, j=0,4)])) error stop 'row'
  wide = -1
  call through_dummies(dum, 10, k, wide)

  sync all
  g(:,:,2:3)[k] = h(:,:,2:3)
  a(5:24)[k] = b(1:20)
  t = me
  p => t(3:30)
  sync all
  if (any(g(1,:,2) /= h(1,:,2) + 1000*(me - k)) .and. num_images() == 1) error stop 'put of planes'
  i = merge(num_images(), me - 1, me == 1)       ! who put here; its right neighbour is this image
  if (any(a(5:24) /= [(1000*me + j, j=1,20)])) error stop 'put of a run'
  if (any(g(2:,:,2:3) /= 0)) error stop 'put of planes: zeros'
  t(1:20)[me] = t(5:24)                          ! overlapping memory of this image
  p(1:10) = t(31:40)[k]
  if (any(p(1:10) /= k)) error stop 'pointer'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program copies
