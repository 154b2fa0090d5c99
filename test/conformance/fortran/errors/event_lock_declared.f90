! feature: diagnostics: declarations
program event_lock_declared
  use, intrinsic :: iso_fortran_env, only: event_type, lock_type
  implicit none
  ! expect-error: coarray
  type(event_type) :: e
  ! expect-error: coarray
  type(lock_type), save :: l(3)
  ! expect-error: 'p' is of type lock_type and must be a coarray
  type(lock_type), pointer :: p
  type(event_type) :: good[*]
  event post (good[1])
end program event_lock_declared
