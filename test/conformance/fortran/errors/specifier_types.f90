! feature: diagnostics: image control
program specifier_types
  use iso_fortran_env
  implicit none
  type(lock_type) :: l[*]
  type(event_type) :: e[*]
  integer :: i
  logical :: lo
  ! expect-error: the image set of SYNC IMAGES must be an integer scalar or a rank-one integer array
  sync images ([1.0])
  ! expect-error: until_count= must be an integer scalar
  event wait (e, until_count=1.5)
  ! expect-error: until_count= must be an integer scalar
  event wait (e, until_count=[1, 2])
  ! expect-error: acquired_lock= must be a logical scalar
  lock (l, acquired_lock=i)
  ! expect-error: stat= must be an integer scalar
  sync all (stat=lo)
  ! expect-error: errmsg= must be a character scalar
  sync all (errmsg=i)
end program specifier_types
