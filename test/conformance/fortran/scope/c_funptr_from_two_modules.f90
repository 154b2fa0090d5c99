! conformance: images=1,2,3
! feature: names of intrinsics used for other things
! C_FUNPTR from two modules, in a program that allocates a coarray.
module a
  use, intrinsic :: iso_c_binding
end module
program p
  use, intrinsic :: iso_c_binding
  use a
  implicit none
  type(c_funptr) :: q = c_null_funptr
  real, allocatable :: x(:)[:]
  allocate (x(2)[*])
  x(1)[num_images()] = 2
  sync all
  if (.not. c_associated(q) .and. x(1)[num_images()] == 2 .and. this_image() == 1) print '(a)', 'PASS'
end program
