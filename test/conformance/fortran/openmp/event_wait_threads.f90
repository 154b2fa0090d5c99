! conformance: images=1,2,3
! feature: EVENT WAIT and EVENT_QUERY by several threads at the same time
! build-args: -fopenmp
! A post ends the wait of one thread. If it ended two, posts would be left.
program event_wait_threads
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer, parameter :: threads = 4, rounds = 8, each = 6000
  type(event_type) :: ready[*], pairs[*]
  integer :: me, n, i, round, count, below
  me = this_image()
  n = num_images()
  below = 0
  sync all
  do round = 1, rounds
    !$omp parallel num_threads(threads + 1) private(i, count) reduction(+:below)
    !$omp sections
    !$omp section
    do i = 1, threads * each
      event post (ready[mod(me, n) + 1])
      if (mod(i, 2) == 0) event post (pairs[mod(me, n) + 1])
    end do
    !$omp section
    call wait_for_all()
    !$omp section
    call wait_for_all()
    !$omp section
    call wait_for_all()
    !$omp section
    call wait_for_all()
    !$omp end sections
    !$omp end parallel
    sync all
    call event_query(ready, count)
    if (count /= 0) call fail('posts are left', count)
    call event_query(pairs, count)
    if (count /= 0) call fail('pairs are left', count)
    sync all
  end do
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine wait_for_all()
    integer :: k, there
    do k = 1, each
      event wait (ready)
      if (mod(k, 4) == 0) event wait (pairs, until_count=2)
      call event_query(ready, there)
      if (there < 0) call fail('a negative count', there)
    end do
  end subroutine
  subroutine fail(what, number)
    character(*), intent(in) :: what
    integer, intent(in) :: number
    print *, 'FAIL: ', what, number, 'image', me, 'of', n
    error stop 1
  end subroutine
end program event_wait_threads
