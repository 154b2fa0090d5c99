! conformance: images=1,2,3
! feature: this_image, num_images
! Inquiries about images in statement functions.
program p
  implicit none
  integer, save :: r[0:*]
  real :: sf, a
  integer :: si, k
  sf(a) = a + this_image()
  si(k) = k + num_images() + ucobound(r, 1) + r
  r = 3
  sync all
  if (sf(1.0) /= 1.0 + this_image()) error stop 1
  if (si(3) /= 3 + num_images() + num_images() - 1 + 3) error stop 2
  if (this_image() == 1) print '(a)', 'PASS'
end program
