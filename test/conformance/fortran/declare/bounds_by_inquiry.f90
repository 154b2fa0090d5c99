! conformance: images=1,2
! feature: coarray declarations
! LBOUND, UBOUND and SIZE of arrays with constant bounds are constant expressions (F2018 10.1.12).
program bounds_by_inquiry
  implicit none
  real :: a(2:101, 3), none(5:4)
  integer, parameter :: n(4) = [1, 2, 3, 4]
  real, save :: b(lbound(a, 1))[*], c(ubound(a, 2) + size(n))[*], d(size(a), lbound(none, 1))[*], e(ubound(a, dim=1))[size(n):*]
  if (size(b) /= 2 .or. size(c) /= 7 .or. any(shape(d) /= [300, 1]) .or. size(e) /= 101) error stop 1
  c = this_image()
  sync all
  if (c(7)[num_images()] /= num_images() .or. lcobound(e, 1) /= 4) error stop 2
  if (this_image() == 1) print '(a)', 'PASS'
end program
