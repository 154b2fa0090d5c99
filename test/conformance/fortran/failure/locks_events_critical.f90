! conformance: images=3,5
! feature: locks, events and critical with a failed image
! Image n fails while it holds a lock on image 1.
program locks_events_critical
  use, intrinsic :: iso_fortran_env
  implicit none
  type(lock_type) :: lk[*]
  type(event_type) :: ev[*]
  integer :: st, me, n, c[*]
  logical :: got
  me = this_image(); n = num_images()
  c = 0
  sync all
  if (me == n) then
    lock (lk[1])
    fail image
  end if
  sync all (stat=st)
  if (me == 1) then
    lock (lk[1], stat=st)
    if (st /= stat_unlocked_failed_image) then
      print *, 'FAIL: lock, expected', stat_unlocked_failed_image, 'got', st
      error stop 1
    end if
    unlock (lk[1], stat=st)
    if (st /= 0) error stop 'FAIL: unlock'
    lock (lk[n], stat=st, acquired_lock=got)
    if (st /= stat_failed_image) error stop 'FAIL: lock on the failed image'
    event post (ev[n], stat=st)
    if (st /= stat_failed_image) error stop 'FAIL: event post to the failed image'
    event post (ev[2], stat=st)
    if (st /= 0) error stop 'FAIL: event post to an active image'
  end if
  if (me == 2) event wait (ev)
  critical (stat=st)
    c[1] = c[1] + 1
  end critical
  sync all (stat=st)
  if (me == 1) then
    if (c /= n - 1) error stop 'FAIL: critical'
    print '(a)', 'PASS'
  end if
end program locks_events_critical
