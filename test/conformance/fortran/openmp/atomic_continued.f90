! conformance: images=1,2,3
! feature: OpenMP atomic on coindexed objects
! build-args: -fopenmp
! An object is the same one in other lines, with comments between, and in upper case.
program atomic_continued
  implicit none
  integer, parameter :: rounds = 200
  integer :: ticket(2)[*], mine, next, i, n, total
  n = num_images()
  ticket = 0
  total = 0
  sync all
  !$omp parallel do num_threads(2) private(mine, next) reduction(+: total)
  do i = 1, rounds
    !$omp atomic capture
    mine = ticket(1)[mod(n, & ! it's the last one
      & n + 1)]
    ticket(1)[mod(n, n + 1)] = TICKET(1)[MOD(n, &

      ! between 'them
      n+1)] + 1
    !$omp end atomic
    total = total + mine
    !$omp atomic capture
    ticket(2)[mod(n, n + 1)] = ticket( & ! the second
      2)[mod(n, n+1)] + 2
    next = ticket(2)[ & ! again
      mod(n, n + 1)]
    !$omp end atomic
    if (mod(next, 2) /= 0 .or. next < 2) error stop 3
  end do
  !$omp end parallel do
  sync all
  if (any(ticket(:)[n] /= [1, 2]*rounds*n)) error stop 1
  call co_sum(total)
  if (total /= (rounds*n*(rounds*n - 1))/2) error stop 2
  if (this_image() == 1) print '(a)', 'PASS'
end program
