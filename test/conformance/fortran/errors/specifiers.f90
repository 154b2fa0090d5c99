! feature: diagnostics: image control
program specifiers
  use, intrinsic :: iso_fortran_env
  implicit none
  type(event_type) :: e[*]
  integer :: n
  ! expect-error: until_count
  event post (e, until_count=2)
  ! expect-error: threshold
  event wait (e, threshold=2)
  ! expect-error: acquired_lock
  sync memory (acquired_lock=n)
end program specifiers
