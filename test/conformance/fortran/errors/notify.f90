! feature: diagnostics: image control
! Notify variables (F2023 C942, C1177, C1178, C1612).
program notify
  use iso_fortran_env
  implicit none
  type(notify_type) :: n[*], many(2)[*]
  ! expect-error: 'alone' is of type notify_type and must be a coarray
  type(notify_type) :: alone
  type(event_type) :: e[*]
  integer :: a(4)[*], i
  logical :: l
  notify wait (many(2), until_count=2, stat=i)
  a(1)[2, notify=n] = 3
  ! expect-error: a coindexed variable cannot stand in it
  notify wait (n[1])
  ! expect-error: NOTIFY WAIT needs a variable of type notify_type
  notify wait (e)
  ! expect-error: NOTIFY WAIT needs a scalar
  notify wait (many)
  ! expect-error: until_count= must be an integer scalar
  notify wait (n, until_count=1.5)
  ! expect-error: stat= must be an integer scalar
  notify wait (n, stat=l)
  ! expect-error: NOTIFY= needs a variable of type notify_type
  a(1)[2, notify=e] = 3
end program notify
