! feature: OpenMP directives
! build-args: -fopenmp
! Coindexed statements directly under ATOMIC, CRITICAL, WORKSHARE, SECTIONS, SINGLE, MASTER and TASK.
program constructs
  implicit none
  integer, parameter :: n = 64
  integer :: x(n)[*], v(n), total[*], me, k, i, old

  me = this_image()
  k = 1 + mod(me, num_images())
  x = me
  total = 0
  sync all
  if (me == 1) then
    !$omp parallel do
    do i = 1, n
      !$omp critical
      total[num_images()] = total[num_images()] + 1
      !$omp end critical
    end do
    !$omp parallel do num_threads(1)
    do i = 1, n
      !$omp atomic
      total[num_images()] = total[num_images()] + 1
    end do
    !$omp atomic update
    total[num_images()] = total[num_images()] + (n + 1)
    !$omp end atomic
    !$omp atomic read
    old = total[num_images()]
    if (old /= 3*n + 1) error stop 'read'
  end if
  sync all
  if (me == num_images() .and. num_images() == 1 .and. total /= 3*n + 1) error stop 'updates'
  v = 0
  !$omp parallel workshare
  v(:) = x(:)[k]
  !$omp end parallel workshare
  if (any(v /= k)) error stop 'parallel workshare'
  !$omp parallel default(none) shared(v, x, k)
  !$omp workshare
  v(1:n/2) = 2*x(1:n/2)[k]
  !$omp end workshare
  !$omp end parallel
  if (any(v(:n/2) /= 2*k) .or. any(v(n/2+1:) /= k)) error stop 'workshare'
  !$omp parallel default(none) shared(v, x, k)
  !$omp sections
  v(1) = x(1)[k] + 1
  !$omp section
  v(2) = x(2)[k] + 2
  !$omp end sections
  !$omp single
  v(3) = x(3)[k] + 3
  !$omp end single
  !$omp master
  v(4) = x(4)[k] + 4
  !$omp end master
  !$omp end parallel
  if (any(v(1:4) /= k + [1,2,3,4])) error stop 'sections, single, master'
  !$omp parallel
  !$omp single
  !$omp task default(none) shared(v, x, k)
  v(5) = x(5)[k] + 5
  !$omp end task
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  if (v(5) /= k + 5) error stop 'task'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program constructs
