! conformance: images=1,2,3
! feature: names of intrinsics used for other things
! C_PTR from two modules, in a program that refers to components of coindexed objects.
module a
  use, intrinsic :: iso_c_binding
end module
program p
  use, intrinsic :: iso_c_binding
  use a
  implicit none
  type t
    real, allocatable :: y(:)
  end type
  type(c_ptr) :: q = c_null_ptr
  type(t), save :: x[*]
  allocate (x%y(2))
  sync all
  x[num_images()]%y(1) = 2
  sync all
  if (.not. c_associated(q) .and. x[num_images()]%y(1) == 2 .and. this_image() == 1) print '(a)', 'PASS'
end program
