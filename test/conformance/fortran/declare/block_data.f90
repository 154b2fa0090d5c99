! conformance: images=1,2,3
! feature: BLOCK DATA beside coarrays
! The common block has its values on every image; a coarray of a module that BLOCK DATA uses for a constant is seen there too.
module sizes
  implicit none
  integer, parameter :: n = 3
  integer :: c(n)[*] = 5
end module sizes
block data initial
  use sizes
  implicit none
  integer :: w(n)
  real :: r
  common /block/ w, r
  data w /1, 2, 3/, r /0.5/
end block data initial
program block_data
  use sizes
  implicit none
  integer :: w(n), k
  real :: r
  common /block/ w, r
  external initial
  k = mod(this_image(), num_images()) + 1
  if (any(w /= [1, 2, 3]) .or. r /= 0.5) error stop 'FAIL: common block'
  if (any(c(:)[k] /= 5)) error stop 'FAIL: coarray of the module'
  sync all
  c = w*this_image()
  sync all
  if (any(c(:)[k] /= w*k)) error stop 'FAIL: assigned'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program block_data
