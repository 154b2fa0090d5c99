! conformance: images=70
! feature: statements that do not correspond are told
! expect-exit: nonzero
! expect-stderr: [R0216]
! expect-stderr: SYNC ALL
! expect-stderr: mismatch_of_many.f90:
! A member of a large team looks at a few other members only: those of the two statements that
! stand beside each other find it.
program mismatch_of_many
  implicit none
  integer :: a[*]
  a = this_image()
  sync all
  if (this_image() > 20 .and. this_image() < 50) then
    call co_sum(a)
  else
    sync all
  end if
  sync all
end program
