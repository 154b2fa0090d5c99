! conformance: images=1,2,4
! feature: OpenMP directives
! build-args: -fopenmp
! Constructs in which variables are private unless they are said to be shared: that goes for the program's own (OpenMP 5.1, 2.21.4.1). Coarrays must be shared.
program default_private
  implicit none
  integer, parameter :: n = 64
  integer :: a(n)[*], got(n), sums(4), k, i, me, t
  integer, allocatable :: b(:)[:]
  me = this_image()
  k = mod(me, num_images()) + 1
  allocate (b(n)[*])
  a = [(100*me + i, i = 1, n)]
  b = -a
  got = 0; sums = 0; t = 7
  sync all
  !$omp parallel num_threads(4) default(private) shared(a, b, got, k)
  !$omp single
  got(1:n/2) = a(1:n/2)[k]
  !$omp end single
  !$omp sections
  !$omp section
  got(n/2 + 1:) = b(n/2 + 1:)[k]
  !$omp section
  t = b(1)[k] ! of this thread alone
  !$omp end sections
  !$omp end parallel
  if (any(got(:n/2) /= [(100*k + i, i = 1, n/2)]) .or. any(got(n/2 + 1:) /= [(-100*k - i, i = n/2 + 1, n)]) .or. t /= 7) error stop 1
  !$omp parallel num_threads(4)
  !$omp single
  do i = 1, 4
    !$omp task default(firstprivate) shared(a, b, sums)
    sums(i) = sum(a(i:n:4)[k]) + sum(b(i:n:4)[k]) + b(i)[k] + t
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  if (any(sums /= [(7 - 100*k - i, i = 1, 4)])) error stop 2
  sync all
  !$omp parallel sections default(private) shared(a, k, me)
  !$omp section
  a(1)[k] = 1000*me
  !$omp section
  a(2:3)[k] = [2000*me, 3000*me]
  !$omp end parallel sections
  sync all
  me = modulo(me - 2, num_images()) + 1
  if (any(a(1:3) /= [1000, 2000, 3000]*me)) error stop 3
  if (this_image() == 1) print '(a)', 'PASS'
end program
