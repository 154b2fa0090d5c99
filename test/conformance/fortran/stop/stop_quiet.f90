! conformance: images=1,2,3
! feature: stop and error stop with quiet=
program stop_quiet
  implicit none
  logical :: calm
  calm = .true.
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
  sync all
  stop 'nobody should see this', quiet=calm
end program stop_quiet
