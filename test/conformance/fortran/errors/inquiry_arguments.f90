! feature: diagnostics: intrinsics
program inquiry_arguments
  implicit none
  integer :: plain(2), x[2, *], k
  ! expect-error: coarray
  k = this_image(plain, 1)
  ! expect-error: coarray
  print *, lcobound(plain, 1)
  ! expect-error: coarray
  k = image_index(plain, [1, 1])
  ! expect-error: coarray
  k = ucobound(x[1, 1], 1)
  ! expect-error: dim
  print *, lcobound(x, 3)
  k = image_index(x, [1, 1])
end program inquiry_arguments
