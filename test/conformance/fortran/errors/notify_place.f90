! feature: diagnostics: image selectors
! NOTIFY= counts a put (F2023 C942).
program notify_place
  use iso_fortran_env
  implicit none
  type(notify_type) :: n[*]
  integer :: a(4)[*], i
  a(1)[1, notify=n] = 3
  ! expect-error: NOTIFY= may stand only in the variable of an assignment
  i = a(1)[1, notify=n]
  ! expect-error: NOTIFY= may stand only in the variable of an assignment
  print *, a(:)[1, notify=n]
  ! expect-error: without an image selector
  a(2)[1, notify=n[1]] = 4
end program notify_place
