! conformance: images=1,2
! feature: failed images: inquiries in pure contexts
! Functions that tell the state of images, and STAT= of image selectors, in DO CONCURRENT and its mask,
! in FORALL and in pure procedures (F2018 16.1, 11.1.7, 10.2.4).
module status_in_concurrent_m
  implicit none
  integer :: a(10)[*] = 5
contains
  pure integer function gone(k)
    integer, intent(in) :: k
    integer :: st
    gone = size(failed_images()) + size(stopped_images()) + image_status(k) + a(3)[k, stat=st] - 5
    gone = gone + st
  end function
end module
program status_in_concurrent
  use status_in_concurrent_m
  implicit none
  integer :: b(10), i, st(10), s2(10)
  integer :: n
  sync all
  n = num_images()
  st = -1; s2 = -1
  do concurrent (i = 1:10, image_status(n) == 0)
    b(i) = a(i)[n, stat=st(i)]
    s2(i) = image_status(n) + size(failed_images()) + size(stopped_images()) + gone(n)
  end do
  if (any(b /= 5) .or. any(st /= 0) .or. any(s2 /= 0)) error stop 'concurrent'
  forall (i = 1:10, image_status(n) == 0) b(i) = image_status(n) + gone(n) + size(failed_images())
  if (any(b /= 0)) error stop 'forall'
  where ([(image_status(i), i=1,n)] == 0) b(:n) = image_status(n) + 7
  if (any(b(:n) /= 7)) error stop 'where'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
