! conformance: images=3,5,8
! feature: image_status, failed_images, stopped_images
program inquiries
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, allocatable :: f(:), s(:)
  integer :: st, me, n, i
  me = this_image(); n = num_images()
  if (size(failed_images()) /= 0 .or. size(stopped_images()) /= 0) error stop 'FAIL: at the start'
  if (image_status(n) /= 0) error stop 'FAIL: status of an active image'
  sync all
  if (me == n) fail image
  if (me == n - 1) stop
  do while (image_status(n) /= stat_failed_image .or. image_status(n - 1) /= stat_stopped_image)
    sync memory (stat=st)
  end do
  sync images ([(i, i = 1, n - 2)])
  f = failed_images()
  s = stopped_images(kind=int64)
  if (size(f) /= 1 .or. size(s) /= 1) then
    print *, 'FAIL: expected one each, got', f, 'and', s, 'image', me
    error stop 1
  end if
  if (f(1) /= n .or. s(1) /= n - 1) error stop 'FAIL: which images'
  if (image_status(1) /= 0) error stop 'FAIL: status of image 1'
  sync images ([(i, i = 1, n - 2)])              ! whoever has checked may stop
  if (me == 1) print '(a)', 'PASS'
end program inquiries
