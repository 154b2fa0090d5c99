! conformance: images=2,3,5,8
! feature: fail image, stat_failed_image
program sync_all_stat
  use, intrinsic :: iso_fortran_env, only: stat_failed_image
  implicit none
  integer :: x[*], st, me, n, k
  character(80) :: msg
  me = this_image(); n = num_images()
  x = me
  sync all
  if (me == n) fail image
  msg = ' '
  sync all (stat=st, errmsg=msg)
  if (st /= stat_failed_image) then
    print *, 'FAIL: expected', stat_failed_image, 'got', st, 'image', me
    error stop 1
  end if
  if (msg == ' ') error stop 'FAIL: no message'
  ! the images that are left go on
  k = mod(me, n - 1) + 1
  x[k] = 10 * me
  sync all (stat=st)
  if (st /= stat_failed_image) error stop 'FAIL: second sync all'
  if (x /= 10 * (modulo(me - 2, n - 1) + 1)) then
    print *, 'FAIL: x, expected', 10 * (modulo(me - 2, n - 1) + 1), 'got', x, 'image', me
    error stop 1
  end if
  sync all (stat=st)
  if (me == 1) print '(a)', 'PASS'
end program sync_all_stat
