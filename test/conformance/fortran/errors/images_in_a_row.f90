! feature: diagnostics: image control
program images_in_a_row
  implicit none
  integer :: s
  sync images (1, stat=s)
  ! expect-error: SYNC IMAGES takes one image, an array of images, or *
  sync images (1, 2)
end program
