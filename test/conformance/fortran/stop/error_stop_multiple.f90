! conformance: images=1,2,3
! feature: error stop
! expect-exit: 1
! expect-stderr: the exit code is 1
! The last eight bits of the code are 0, by which a shell knows success.
program error_stop_multiple
  implicit none
  integer :: x[*]
  x = 256
  sync all
  if (this_image() == num_images()) error stop x[1]
  sync all
end program error_stop_multiple
