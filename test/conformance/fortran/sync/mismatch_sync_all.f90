! conformance: images=2,3,5
! feature: statements that do not correspond are told
! expect-exit: nonzero
! expect-stderr: [R0216]
! expect-stderr: MOVE_ALLOC
! expect-stderr: SYNC ALL
! Image 2 executes another image control statement than the others.
program mismatch_sync_all
  implicit none
  integer, allocatable :: a(:)[:], b(:)[:]
  allocate (a(4)[*])
  sync all
  if (this_image() == 2) then
    sync all
  else
    call move_alloc(a, b)
  end if
  sync all
  sync all
end program
