! conformance: images=1,2
! feature: allocatable components
! expect-exit: nonzero
! expect-stderr: free(): double free or invalid pointer
! Where coarrays have allocatable components, memory comes from a heap that other images reach. If a
! block were freed twice unseen, two later allocations would get it.
include 'freed_twice.inc'
program freed_twice_large
  use memory_given_back
  implicit none
  call reach_components
  call free_twice(200000_c_size_t)
end program
