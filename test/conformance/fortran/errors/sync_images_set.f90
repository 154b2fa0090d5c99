! feature: diagnostics: image control
program sync_images_set
  implicit none
  integer :: m(2, 2)
  real :: r
  m = 1; r = 1
  ! expect-error: image set
  sync images (m)
  ! expect-error: image set
  sync images (r)
  ! expect-error: image set
  sync images (1.5)
  sync images (1)
end program sync_images_set
