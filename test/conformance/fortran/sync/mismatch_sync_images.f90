! conformance: images=2,3,5
! feature: statements that do not correspond are told
! expect-exit: nonzero
! expect-stderr: [R0216]
! expect-stderr: SYNC IMAGES
! expect-stderr: SYNC ALL
! expect-stderr: mismatch_sync_images.f90:
! Image 2 waits for image 1, which waits for all in SYNC ALL.
program mismatch_sync_images
  implicit none
  integer :: status
  status = 0
  sync all
  if (this_image() == 2) then
    sync images (1, stat=status)
  else
    sync all (stat=status)
  end if
end program
