! conformance: images=1,2,3,5
! feature: stop
! expect-exit: 3
! expect-stdout: before the end
program stop_code
  implicit none
  if (this_image() == 1) print '(a)', 'before the end'
  sync all
  stop 3
end program stop_code
