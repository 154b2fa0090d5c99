! feature: diagnostics: coindexed objects
! Functions that FORALL and READ call, and that stand in front of them in the file.
module fetching
  implicit none
  integer :: w(3)[*]
contains
  pure integer function f(i)
    integer, intent(in) :: i
    f = w(4 - i)[1]
  end function
  subroutine reversed(k)
    integer, intent(in) :: k
    integer :: i
    ! expect-error: a function that the construct calls may fetch elements of 'w'
    forall (i=1:3) w(i)[k] = f(i)
  end subroutine
end module
program p
  use fetching
  implicit none
  integer :: i, own(3)
  ! expect-error: a function that the construct calls may fetch elements of 'w'
  forall (i=1:3) w(i)[2] = f(i)
  ! expect-error: a function in the list may fetch elements of 'w'
  read *, w(1)[2], own(f(1))
end program
