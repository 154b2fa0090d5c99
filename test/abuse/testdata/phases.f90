! All that images do with each other, one after the other, several times: whatever is killed is in the midst of something.
program phases
  use, intrinsic :: iso_fortran_env, only: event_type, lock_type, team_type, atomic_int_kind
  implicit none
  integer :: me, n, next, round, sum
  integer, allocatable :: ring(:)[:]
  integer :: box(1000)[*]
  integer(atomic_int_kind) :: counter[*]
  type(event_type) :: ready[*]
  type(lock_type) :: door[*]
  type(team_type) :: half

  me = this_image()
  n = num_images()
  next = merge(1, me + 1, me == n)
  do round = 1, 20
    allocate (ring(5000)[*])
    ring = me
    sync all
    box(:)[next] = ring(1:1000)[next] + round
    event post (ready[next])
    event wait (ready)
    sum = me
    call co_sum(sum)
    if (sum /= n * (n + 1) / 2) error stop 'phases: a wrong sum'
    if (any(box /= me + round)) error stop 'phases: wrong numbers have come'
    lock (door[1])
    unlock (door[1])
    critical
      counter = counter + 1
    end critical
    call atomic_add(counter[next], 1)
    form team (mod(me, 2) + 1, half)
    change team (half)
      call co_max(sum)
    end team
    if (mod(round, 5) == 0) print '(a,i0,a,i0)', 'image ', me, ' round ', round
    deallocate (ring)
  end do
  sync all
  if (me == 1) print '(a)', 'all is done'
end program phases
