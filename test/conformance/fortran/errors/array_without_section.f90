! feature: diagnostics: image selectors
! build-args: -std=f2018
! The whole of a coindexed array is written a(:)[k] (F2018 C916).
program array_without_section
  implicit none
  integer :: a(3)[*], b(3)
  ! expect-error: 'a'
  b = a[1]
  ! expect-error: 'a'
  a[1] = 0
end program array_without_section
