! conformance: images=1,2,3
! feature: stop and error stop with quiet=
! expect-exit: 5
program error_stop_quiet
  implicit none
  sync all
  error stop 2 + 3, quiet=this_image() > 0
end program error_stop_quiet
