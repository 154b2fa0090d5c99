! conformance: images=2,3,5
! feature: statements that do not correspond are told
! expect-exit: nonzero
! expect-stderr: [R0216]
! expect-stderr: CO_SUM
! expect-stderr: SYNC ALL
! expect-stderr: mismatch_stat.f90:
! An error in the program is no condition that STAT= is for (F2018 11.6.11): the run ends, and none of
! the images goes on without a word.
program mismatch_stat
  implicit none
  integer :: a[*], status
  status = 0
  a = this_image()
  sync all
  if (this_image() == 2) then
    call co_sum(a, stat=status)
  else
    sync all (stat=status)
  end if
end program
