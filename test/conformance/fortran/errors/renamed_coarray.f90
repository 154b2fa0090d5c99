! feature: diagnostics: image selectors
! A coarray is known by its new name alone.
module m
  implicit none
  integer :: old[*], kept[*]
end module
program p
  use m, new => old
  implicit none
  ! expect-error: 'old' has an image selector, but is not a coarray
  old[1] = kept[1] + new[1]
end program
