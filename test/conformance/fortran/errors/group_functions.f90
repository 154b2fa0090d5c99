! feature: diagnostics: coindexed objects
! Functions that WHERE, FORALL and READ call, and that refer to what these define on another image.
program p
  implicit none
  integer :: w(3)[*], v(3)[*], own(3), i, k
  k = num_images()
  forall (i=1:3)
    ! expect-error: a function that the construct calls may fetch elements of 'w'
    w(i)[k] = i
    own(i) = g(i)
  end forall
  forall (i=1:3) v(i)[k] = f(i)
  forall (i=1:3) own(i) = f(i) + w(i)[k]
  ! expect-error: a function in the list may fetch elements of 'w'
  read *, w(1)[k], own(f(1))
  read *, w(2)[k], own(i)
  read *, own(f(1)), own(f(2))
contains
  pure integer function f(i)
    integer, intent(in) :: i
    f = w(4 - i)[k]
  end function
  elemental integer function g(i)
    integer, intent(in) :: i
    g = f(i)
  end function
end program
