! conformance: images=1,2,3
! feature: stop
! expect-exit: 1
! expect-stderr: the exit code is 1
! The last eight bits of the code are 0, by which a shell knows success.
program stop_multiple
  implicit none
  integer :: x[*]
  x = -512
  sync all
  stop x[1]
end program stop_multiple
