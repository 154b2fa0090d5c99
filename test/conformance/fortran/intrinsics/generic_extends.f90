! conformance: images=1,2,3,5,8
! feature: generic names that extend intrinsic procedures about images
! F2018 15.4.3.4.5: where no specific procedure has such arguments the intrinsic procedure is meant.
module m
  implicit none
  type t
    integer :: k
  end type
  interface this_image
    module procedure of_t
  end interface
  interface num_images
    module procedure number_of_t
  end interface
  interface ucobound
    module procedure bound_of_t
  end interface
  interface co_sum
    module procedure sum_t
  end interface
  interface co_broadcast
    module procedure broadcast_t
  end interface
contains
  integer function of_t(x)
    type(t), intent(in) :: x
    of_t = 100 + x%k
  end function
  integer function number_of_t(x)
    type(t), intent(in) :: x
    number_of_t = 200 + x%k
  end function
  integer function bound_of_t(x)
    type(t), intent(in) :: x
    bound_of_t = 300 + x%k
  end function
  subroutine sum_t(x)
    type(t), intent(inout) :: x
    call co_sum(x%k)
  end subroutine
  subroutine broadcast_t(x, source_image)
    type(t), intent(inout) :: x
    integer, intent(in) :: source_image
    call co_broadcast(x%k, source_image)
  end subroutine
end module
program p
  use m
  implicit none
  type(t) :: x
  integer :: c[*], n, s(2)
  n = num_images()
  if (this_image(t(3)) /= 103 .or. num_images(t(4)) /= 204 .or. ucobound(t(5)) /= 305) error stop 1
  if (this_image() < 1 .or. this_image() > num_images()) error stop 2
  if (ucobound(c, 1) /= n .or. any(ucobound(c) /= n)) error stop 3
  if (this_image(c, 1) /= this_image()) error stop 4
  c = this_image()
  sync all
  if (c[num_images()] /= n) error stop 5
  x%k = 2
  call co_sum(x)
  if (x%k /= 2*n) error stop 6
  s = [this_image(), 1]
  call co_sum(s)
  if (s(1) /= n*(n + 1)/2 .or. s(2) /= n) error stop 7
  x%k = this_image()
  call co_broadcast(x, n)
  if (x%k /= n) error stop 8
  s = this_image()
  call co_broadcast(s, source_image=1)
  if (any(s /= 1)) error stop 9
  if (this_image() == 1) print '(a)', 'PASS'
end program
