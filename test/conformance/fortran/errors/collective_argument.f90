! feature: diagnostics: coindexed objects
program collective_argument
  use iso_fortran_env, only: event_type
  implicit none
  integer :: a[*], st[*]
  integer :: c
  type(event_type) :: e[*]
  ! expect-error: coindexed
  call co_sum(a[1])
  ! expect-error: coindexed
  call co_broadcast(a[1], 1)
  ! expect-error: coindexed
  sync all (stat=st[1])
  ! expect-error: coindexed
  event wait (e[1])
  ! expect-error: coindexed
  call event_query(e[1], c)
end program collective_argument
