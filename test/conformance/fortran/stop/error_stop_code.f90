! conformance: images=1,2,3,5
! feature: error stop
! expect-exit: 7
! One image ends them all; the others would wait for ever.
program error_stop_code
  implicit none
  integer :: code
  code = 7
  if (this_image() == num_images()) error stop code
  sync all
  print '(a)', 'not reached'
end program error_stop_code
