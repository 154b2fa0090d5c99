! conformance: images=1,2,3,5
! feature: coindexed definition, array
! Larger than any buffer or page, contiguous and strided.
program large_array
  implicit none
  integer, parameter :: m = 300000
  double precision, allocatable :: a(:)[:], b(:)
  integer :: big(2000, 100)[*]
  integer :: me, n, k, left, i
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  allocate (a(m)[*], b(m))
  b = [(dble(i) + 0.5d0 * me, i = 1, m)]
  big = me
  sync all
  a(:)[k] = b
  sync all
  do i = 1, m
    if (a(i) /= i + 0.5d0 * left) then
      print *, 'FAIL: contiguous put, element', i, 'expected', i + 0.5d0 * left, 'got', a(i), 'image', me
      error stop 1
    end if
  end do
  sync all
  a(m:2:-2)[k] = -b(1:m/2)
  big(7:2000:13, 2:100:3)[k] = -me
  sync all
  do i = 1, m / 2
    if (a(m + 2 - 2 * i) /= -(i + 0.5d0 * left)) then
      print *, 'FAIL: strided put, element', i, 'image', me
      error stop 1
    end if
  end do
  if (any(a(1:m:2) /= [(i + 0.5d0 * left, i = 1, m, 2)])) error stop 'FAIL: untouched half'
  if (count(big == -left) /= 154 * 33 .or. count(big == me) /= 200000 - 154 * 33) then
    print *, 'FAIL: strided block, got', count(big == -left), 'image', me
    error stop 1
  end if
  if (big(7, 2)[me] /= -left .or. big(1996, 98)[me] /= -left) error stop 'FAIL: corners of the block'
  b = a(:)[k]
  if (b(m) /= -(1 + 0.5d0 * me)) error stop 'FAIL: contiguous get'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program large_array
