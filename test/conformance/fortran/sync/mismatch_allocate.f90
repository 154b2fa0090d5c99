! conformance: images=2,3,5
! feature: statements that do not correspond are told
! expect-exit: nonzero
! expect-stderr: [R0216]
! expect-stderr: ALLOCATE
! expect-stderr: SYNC ALL
! expect-stderr: mismatch_allocate.f90:
! Image 2 executes allocate, the others SYNC ALL.
program mismatch_allocate
  implicit none
  integer :: a[*]
  integer, allocatable :: b(:)[:]
  a = this_image()
  sync all
  if (this_image() == 2) then
    allocate (b(4)[*])
  else
    sync all
  end if
  sync all
end program
