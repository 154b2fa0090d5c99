! conformance: images=1,2,3
! feature: names of intrinsics used for other things
! C_PTR comes from ISO_C_BINDING and from a module that has it too (F2018 14.2.2).
module a
  use, intrinsic :: iso_c_binding
end module
program p
  use, intrinsic :: iso_c_binding
  use a
  implicit none
  type(c_ptr) :: q = c_null_ptr
  real, save :: x(2)[*]
  x(:)[num_images()] = 2
  sync all
  if (.not. c_associated(q) .and. x(1)[num_images()] == 2 .and. this_image() == 1) print '(a)', 'PASS'
end program
