! conformance: images=2,3
! feature: allocatable coarrays, assignment
! expect-exit: nonzero
! expect-stderr: an allocated coarray cannot change its shape or length [R0303]
! An intrinsic assignment must not change the length of a coarray (F2018 10.2.1.2): not on one image either,
! which would wait for the others in the deallocation.
program assignment_changes_length
  implicit none
  character(:), allocatable :: rows(:)[:]
  allocate (character(3) :: rows(2)[*])
  rows = ['abc', 'def']
  if (this_image() == 2) rows = ['abcd', 'efgh']
  sync all
end program
