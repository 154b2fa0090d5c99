! conformance: images=2,3,5
! feature: image_status, failed_images, stopped_images
program inquiry_forms
  use iso_fortran_env, only: team_type, stat_failed_image, int64, int16
  implicit none
  type(team_type) :: everyone, parts
  integer :: n, me, s
  integer, allocatable :: list(:)
  n = num_images(); me = this_image()
  form team (1, everyone)
  form team (merge(2, 1, me > n / 2), parts)
  if (size(failed_images()) /= 0 .or. size(stopped_images()) /= 0) error stop 'nobody yet'
  if (kind(failed_images(kind=int64)) /= int64) error stop 'kind'
  sync all
  if (me == n) fail image
  do
    if (image_status(n) == stat_failed_image) exit
    sync memory
  end do
  list = failed_images()
  if (any(list /= [n])) error stop 'failed_images()'
  if (any(failed_images(everyone) /= [n])) error stop 'failed_images(team)'
  if (any(failed_images(team=everyone, kind=int16) /= [n])) error stop 'failed_images(team, kind)'
  if (me <= n / 2) then
    if (size(failed_images(parts)) /= 0) error stop 'failed_images(other team)'
  else
    if (size(failed_images(parts, int64)) /= 1) error stop 'failed_images(own team)'
    if (image_status(n - n / 2, parts) /= stat_failed_image) error stop 'image_status(image, team)'
  end if
  if (image_status(image=n, team=everyone) /= stat_failed_image) error stop 'image_status with keywords'
  if (image_status(me) /= 0 .or. size(stopped_images(everyone)) /= 0) error stop 'others'
  sync all (stat=s)
  if (s /= stat_failed_image) error stop 'sync all'
  if (me == 1) print '(a)', 'PASS'
end program
