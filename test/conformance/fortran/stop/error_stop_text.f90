! conformance: images=1,2,3,5
! feature: error stop
! expect-exit: nonzero
! expect-stderr: negative density
program error_stop_text
  implicit none
  sync all
  if (this_image() == 1) then
    error stop 'negative density'
  end if
  sync all
end program error_stop_text
