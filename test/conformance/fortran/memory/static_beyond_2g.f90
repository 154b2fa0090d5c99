! conformance: images=2
! feature: static data of more than 2 GiB
! build-args: -mcmodel=medium
! Pages that are not touched take no memory.
program static_beyond_2g
  implicit none
  real(8), save :: own(360000000), more(360000000), big(300000000)[*]
  integer, save :: x[*]
  integer :: next
  next = mod(this_image(), num_images()) + 1
  own(5) = 1
  more(360000000) = 2
  x = this_image()
  big(5) = this_image()
  big(300000000) = -this_image()
  sync all
  if (own(5) + more(360000000) /= 3) error stop 1
  if (x[next] /= next .or. big(5)[next] /= next .or. big(300000000)[next] /= -next) error stop 2
  sync all
  big(299999999)[next] = 7 + this_image()
  sync all
  if (big(299999999) /= 7 + mod(this_image() + num_images() - 2, num_images()) + 1) error stop 3
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
