! feature: diagnostics: image control
program event_lock_types
  use, intrinsic :: iso_fortran_env
  implicit none
  type(event_type) :: e[*]
  type(lock_type) :: l[*]
  integer :: i[*]
  ! expect-error: event_type
  event post (i[1])
  ! expect-error: event_type
  event wait (l)
  ! expect-error: lock_type
  lock (e[1])
  ! expect-error: lock_type
  unlock (i)
end program event_lock_types
