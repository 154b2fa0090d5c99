! conformance: images=1,2,3
! feature: intrinsic functions whose type is declared
! A type declaration confirms the type of an intrinsic function and does not make its name another one (F2018 8.2), in any scope that sees it; where the name
! is a variable or an array it is that.
module images_of
  implicit none
  integer :: where_am_i[*]
contains
  integer function next()
    integer this_image, num_images
    next = mod(this_image(), num_images()) + 1
  end function
end module images_of
program typed_intrinsics
  use images_of
  implicit none
  integer :: this_image, num_images, image_index, size
  integer :: team_number(2)
  integer, allocatable :: a(:)[:]
  integer :: i
  allocate (a(3)[*])
  a = this_image()
  where_am_i = this_image()
  team_number = [7, 8]
  sync images ([(i, i = 1, num_images())])
  if (any(a(:)[next()] /= where_am_i[mod(this_image(), num_images()) + 1])) error stop "coindexed by typed functions"
  if (image_index(a, [num_images()]) /= num_images()) error stop "image_index"
  if (size(a) /= 3) error stop "size"
  if (team_number(2) /= 8) error stop "an array of that name"
  call inside(4)
  sync all
  if (this_image() == 1) print '(a)', "PASS"
contains
  subroutine inside(lcobound)
    integer, intent(in) :: lcobound
    integer :: ucobound
    if (lcobound + ucobound(a, 1) /= 4 + num_images()) error stop "a dummy argument and a function"
    block
      integer :: num_images
      num_images = 5
      if (num_images + this_image() <= 5) error stop "a variable of a block"
    end block
  end subroutine
end program typed_intrinsics
