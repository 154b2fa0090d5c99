! feature: XcalableMP directives: task
! conformance: images=1,2,3,4,5,6
! The executing images of a task are numbered anew for everything that stands in it; tasks nest, and the images are restored.
module arrays
  implicit none
  integer :: a(3)[*]
contains
  ! In a procedure, too, everything means the task's images.
  subroutine ring(n)
    integer, intent(in) :: n
    integer :: right
    if (num_images() /= n) error stop 20
    right = this_image() + 1
    if (right > n) right = 1
    a(1) = this_image()
    sync all
    if (a(1)[right] /= right) error stop 21
    sync all
  end subroutine ring
end module arrays

program task
  use arrays
  implicit none
!$xmp nodes p(*)
  integer :: me, n, half, sum, entered, i
  integer, allocatable :: own(:)[:]
  me = this_image()
  n = num_images()
  half = (n + 1)/2
  entered = 0
!$xmp task on p(1)
  entered = 1
  if (this_image() /= 1 .or. num_images() /= 1) error stop 1
!$xmp barrier
!$xmp end task
  if (entered /= merge(1, 0, me == 1)) error stop 2
  if (this_image() /= me .or. num_images() /= n) error stop 3

!$xmp task on p(1:n:2)
  call ring((n + 1)/2)
  if (this_image() /= (me + 1)/2) error stop 4
  sum = this_image()
  call co_sum(sum)
  if (sum /= half*(half + 1)/2) error stop 5
!$xmp end task

  ! Nested: the first half, of it the last, by a node array of the task's images.
!$xmp task on p(:half)
!$xmp nodes r(*) = *
  if (num_images() /= half) error stop 6
!$xmp task on r(half)
  if (me /= half .or. num_images() /= 1) error stop 7
!$xmp end task
  if (num_images() /= half .or. this_image() /= me) error stop 8
  call ring(half)
!$xmp task on r(1:half)
  sum = 1
!$xmp reduction(+ : sum)
  if (sum /= half) error stop 9
!$xmp end task
  sync all
!$xmp end task
  if (num_images() /= n) error stop 10

  ! Coarrays that a task allocates are its images' own.
  do i = 1, 3
!$xmp task on p(n:1:-1)
    allocate (own(2)[*])
    own = this_image()
    sync all
    if (own(2)[n] /= n) error stop 11
    if (this_image() /= n + 1 - me) error stop 12
    sync all
    deallocate (own)
!$xmp end task
  end do
  call ring(n)
  sync all
  if (me == 1) print '(a)', 'PASS'
end program task
