program control
  use, intrinsic :: iso_fortran_env, only: event_type, lock_type, int64
  implicit none
  type(event_type) :: ready[*]
  type(lock_type) :: guard(2)[*]
  integer :: count[*] = 0, st, n
  logical :: got
  character(80) :: message
  sync images (*)
  sync images ([1, 2], stat=st, errmsg=message)
  event post (ready[1])
  event wait (ready, until_count=2)
  call event_query(ready, n)
  lock (guard(2)[1], acquired_lock=got)
  if (got) unlock (guard(2)[1])
  critical
    count[1] = count[1] + 1
  end critical
  call atomic_add(count[1], 3)
  call co_sum(n, result_image=1, stat=st)
  call co_broadcast(n, source_image=2)
  n = image_index(count, [1]) + ucobound(count, 1)
  sync memory; sync all (stat=st)
  if (n < 0) stop 3, quiet=.true.
10 sync all
  contains
  subroutine inner
    critical
      count = count + 1
    end critical
  end subroutine
end program control
