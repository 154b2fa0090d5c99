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
    integer :: own(3)
    forall (i=1:3)
      ! expect-error: a function that the construct calls may fetch elements of 'w'
      w(i)[k] = i
      own(i) = f(i)
    end forall
  end subroutine
end module
program p
  use fetching
  implicit none
  integer :: i, own(3)
  forall (i=1:3)
    ! expect-error: a function that the construct calls may fetch elements of 'w'
    w(i)[2] = i
    own(i) = f(i)
  end forall
  ! expect-error: a function in the list may fetch elements of 'w'
  read *, w(1)[2], own(f(1))
end program
