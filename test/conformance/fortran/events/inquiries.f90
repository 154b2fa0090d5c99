! conformance: images=2,3,5
! feature: event_query
! A loop around an inquiry, with nothing else in it, sees what another image has sent: a ball goes
! round the images, by an atomic variable, an event, a put with SYNC MEMORY, and a lock.
program inquiries
  use, intrinsic :: iso_fortran_env, only: event_type, lock_type, atomic_int_kind
  implicit none
  integer, parameter :: rounds = 30
  integer(atomic_int_kind) :: flag[*], seen, old
  type(event_type) :: ball[*]
  type(lock_type) :: door[*]
  integer, volatile :: put[*]
  integer :: me, n, next, round, count
  logical :: open
  me = this_image(); n = num_images(); next = mod(me, n) + 1
  call atomic_define(flag, 0)
  put = 0
  sync all
  do round = 1, rounds
    if (me == 1) call atomic_define(flag[next], round)
    do
      if (mod(round, 3) == 0) then
        call atomic_cas(flag, seen, -1, -1)
      else if (mod(round, 3) == 1) then
        call atomic_fetch_or(flag, 0, seen)
      else
        call atomic_ref(seen, flag)
      end if
      if (seen == round) exit
      if (seen > round) error stop 'the ball was here before'
    end do
    if (me /= 1) call atomic_define(flag[next], round)
  end do
  call atomic_fetch_add(flag, 1, old)
  if (old /= rounds) error stop 'atomic_fetch_add'
  sync all
  do round = 1, rounds
    if (me == 1) event post (ball[next])
    do
      call event_query(ball, count)
      if (count == round) exit
      if (count > round) error stop 'too many balls'
    end do
    if (me /= 1) event post (ball[next])
  end do
  sync all
  do round = 1, rounds
    if (me == 1) put[next] = round
    do
      sync memory
      if (put == round) exit
    end do
    if (me /= 1) put[next] = round
  end do
  sync all
  ! the lock of image 1 opens while the others ask for it
  if (me == 1) lock (door[1])
  sync all
  if (me == 1) then
    unlock (door[1])
  else
    do
      lock (door[1], acquired_lock=open)
      if (open) exit
    end do
    unlock (door[1])
  end if
  sync all
  do round = 1, 3
    if (image_status(next) /= 0 .or. size(failed_images()) /= 0) error stop 'a state'
    if (size(stopped_images()) /= 0) error stop 'stopped'
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
