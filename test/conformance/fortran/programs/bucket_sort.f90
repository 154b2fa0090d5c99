! conformance: images=1,2,3,5,8
! feature: whole programs
! Bucket sort: keys travel to the image of their range; offsets are reserved with atomic_fetch_add.
program bucket_sort
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  implicit none
  integer, parameter :: m = 50, range = 1000
  integer :: keys(m), inbox(m * 10)[*], me, n, i, k, width, total
  integer(atomic_int_kind) :: fill[*], at
  me = this_image(); n = num_images()
  width = (range + n - 1) / n
  fill = 0; inbox = -1
  keys = [(mod(631 * (i + m * me) + 17 * me, range), i = 1, m)]
  sync all
  do i = 1, m
    k = keys(i) / width + 1
    call atomic_fetch_add(fill[k], 1, at)
    inbox(at + 1)[k] = keys(i)
  end do
  sync all
  total = fill
  if (any(inbox(1:total) < (me - 1) * width) .or. any(inbox(1:total) >= me * width)) then
    print *, 'FAIL: a key in the wrong bucket, image', me
    error stop 1
  end if
  if (any(inbox(total + 1:) /= -1)) error stop 'FAIL: keys beyond the count'
  call co_sum(total)
  if (total /= m * n) then
    print *, 'FAIL: keys, expected', m * n, 'got', total, 'image', me
    error stop 1
  end if
  i = sum(keys) - sum(inbox(1:fill))
  call co_sum(i)
  if (i /= 0) error stop 'FAIL: sum of keys'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program bucket_sort
