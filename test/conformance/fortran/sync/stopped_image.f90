! conformance: images=2,3,5,8
! feature: sync with stat= and errmsg=
! An image that has stopped makes others' synchronisation report it (F2018 11.6.11).
program stopped_image
  use, intrinsic :: iso_fortran_env, only: stat_stopped_image
  implicit none
  integer :: st, n
  character(80) :: msg
  n = num_images()
  sync all
  if (this_image() == n) stop
  msg = ' '
  sync all (stat=st, errmsg=msg)
  if (st /= stat_stopped_image) then
    print *, 'FAIL: sync all, expected', stat_stopped_image, 'got', st, 'image', this_image()
    error stop 1
  end if
  if (msg == ' ') error stop 'FAIL: no message'
  sync images (n, stat=st)
  if (st /= stat_stopped_image) then
    print *, 'FAIL: sync images, expected', stat_stopped_image, 'got', st, 'image', this_image()
    error stop 1
  end if
  if (this_image() == 1) print '(a)', 'PASS'
end program stopped_image
