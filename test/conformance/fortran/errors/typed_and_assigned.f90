! feature: diagnostics: intrinsics
! With a type declaration alone a name is the intrinsic function or a variable, not both in one scope (F2018 8.2, 19.3.1).
program typed_and_assigned
  implicit none
  integer :: image_index, num_images, this_image, field(2)[*], i
  image_index = 1
  do i = 1, image_index
    ! expect-error: 'image_index' is declared with a type only, and used as a variable and as the intrinsic function
    print *, image_index(field, [1])
  end do
  print *, num_images()
  ! expect-error: 'num_images' is declared with a type only, and used as a variable and as the intrinsic function
  num_images = 4
  print *, this_image(), this_image(field)
end program typed_and_assigned
