! conformance: images=1,2,3
! feature: polymorphic coarrays
! Inquiries about coarrays of unlimited polymorphic type.
program unlimited_cobounds
  implicit none
  class(*), allocatable :: x[:], y(:)[:,:]
  integer :: n, d
  n = num_images()
  allocate (real :: x[*])
  allocate (integer :: y(3)[2, -1:*])
  if (image_index(x, [n]) /= n .or. lcobound(x, 1) /= 1 .or. any(this_image(x) /= [this_image()])) error stop 1
  if (any(lcobound(y) /= [1, -1]) .or. ucobound(y, 1) /= 2 .or. image_index(y, [1, -1]) /= 1) error stop 2
  d = 2
  if (lcobound(y, d) /= -1 .or. this_image(y, 1) /= 2 - mod(this_image(), 2)) error stop 3
  call inner()
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine inner()
    if (image_index(y, this_image(y)) /= this_image()) error stop 4
    associate (k => ucobound(x))
      if (k(1) /= n) error stop 5
    end associate
  end subroutine
end program
