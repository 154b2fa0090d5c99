! conformance: images=1,2,3
! feature: OpenMP: BLOCK constructs as structured blocks
! build-args: -fopenmp
! OpenMP's strictly structured blocks (BLOCK constructs without END directives) and other places.
program blocks
  use omp_lib
  implicit none
  integer, save :: a(40)[*], total[*]
  integer :: i, k, sums(40), s
  integer, save :: mine
  !$omp threadprivate(mine)
  a = [(i*this_image(), i = 1, 40)]
  k = 1 + mod(this_image(), num_images())
  total = 0
  sums = 0
  sync all
  !$ mine = 3
  !$omp parallel num_threads(2) private(i) default(shared)
  block
    integer :: lower
    lower = 20*omp_get_thread_num()
    if (omp_get_num_threads() == 1) then
      sums = a(:)[k]
    else
      block
        do i = lower + 1, lower + 20
          sums(i) = a(i)[k]
        end do
      end block
    end if
  end block
  if (any(sums /= [(i*k, i = 1, 40)])) error stop 1
  !$omp parallel do default(none) shared(a, sums, k) private(i) num_threads(2)
  do i = 1, 40
    sums(i) = a(41 - i)[k]
  end do
  if (any(sums /= [(i*k, i = 40, 1, -1)])) error stop 2
  !$omp parallel num_threads(2)
  !$omp single
  block
    sums(1) = a(1)[k] + 1
  end block
  !$omp end single
  !$omp end parallel
  if (sums(1) /= k + 1) error stop 3
  s = 0
  !$omp parallel num_threads(2) reduction(+:s)
  !$omp sections
  !$omp section
    s = s + a(2)[k]
  !$omp section
    s = s + a(3)[k]
  !$omp end sections
  !$omp end parallel
  if (s /= 5*k) error stop 4
  !$omp parallel workshare num_threads(2)
    sums = 2*sums
  !$omp end parallel workshare
  !$omp critical
  block
    total[1] = total
  end block
  !$omp end critical
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
