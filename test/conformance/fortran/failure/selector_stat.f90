! conformance: images=2,3,5
! feature: image selectors with stat=
program selector_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: x(4)[*], y, st, st2, me, n
  me = this_image(); n = num_images()
  x = me
  sync all
  y = x(2)[n, stat=st]
  if (st /= 0 .or. y /= n) error stop 'FAIL: active image'
  sync all
  if (me == n) fail image
  do while (image_status(n) /= stat_failed_image)
  end do
  st = 0
  y = x(2)[n, stat=st]
  if (st /= stat_failed_image) then
    print *, 'FAIL: get, expected', stat_failed_image, 'got', st, 'image', me
    error stop 1
  end if
  x(:)[n, stat=st2] = me
  if (st2 /= stat_failed_image) error stop 'FAIL: put'
  y = x(1)[1, stat=st] + 0 * x(1)[me, stat=st2]
  if (st /= 0 .or. st2 /= 0 .or. y /= 1) error stop 'FAIL: active image, again'
  if (me == 1) print '(a)', 'PASS'
end program selector_stat
