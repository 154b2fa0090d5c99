! conformance: images=2,3
! feature: image_status, failed_images, stopped_images
! build-args: -O2
! A loop that only asks for the state of an image ends when that has changed. The program goes on, so its exit code is 0.
! expect-stdout: seen
program status_in_a_loop
  use, intrinsic :: iso_fortran_env, only: stat_failed_image
  implicit none
  integer :: status
  sync all (stat=status)
  if (this_image() == 1) fail image
  do while (image_status(1) /= stat_failed_image)
  end do
  print '(a)', 'seen'
end program
