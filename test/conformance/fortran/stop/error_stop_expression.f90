! conformance: images=1,2,3
! feature: error stop
! expect-exit: 11
! A stop code that is fetched from another image.
program error_stop_expression
  implicit none
  integer :: code[*]
  code = 10 + this_image()
  sync all
  if (this_image() == num_images()) error stop code[1]
  sync all
end program error_stop_expression
