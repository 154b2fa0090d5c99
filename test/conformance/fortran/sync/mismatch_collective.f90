! conformance: images=2,3,5
! feature: statements that do not correspond are told
! expect-exit: nonzero
! expect-stderr: [R0216]
! expect-stderr: SYNC ALL
! expect-stderr: mismatch_collective.f90:
! Image 2 executes a collective subroutine, the others SYNC ALL.
program mismatch_collective
  implicit none
  integer :: a[*]
  a = this_image()
  sync all
  if (this_image() == 2) then
    call co_sum(a)
  else
    sync all
  end if
  sync all
end program
