! feature: OpenMP directives
! build-args: -fopenmp
! Loops with coindexed objects under directives: the directives stay with their loops, also with DEFAULT(NONE) and END directives.
module shared_data
  implicit none
  integer :: m(50)[*]
end module shared_data

program loops
  use shared_data
  implicit none
  integer, parameter :: n = 1000
  integer :: a(n)[*], b(n,3)[*], c(n), i, j, k, s, me, left
  integer, allocatable :: h(:)[:]

  me = this_image()
  k = 1 + mod(me, num_images())
  left = merge(num_images(), me - 1, me == 1)
  allocate (h(n)[*])
  !$omp parallel do default(none) shared(a) private(i)
  do i = 1, n
    a(i) = i
  end do
  b = me
  h = [(me + i, i=1,n)]
  m = 10*me
  sync all
  s = 0
  !$omp parallel do reduction(+:s)
  do i = 1, n
    s = s + a(i)[k]
  end do
  if (s /= n*(n+1)/2) error stop 'sum'
  !$omp parallel do default(none) shared(c, h, k) &
  !$omp private(i) schedule(static)
  do i = 1, n
    c(i) = h(i)[k]
  end do
  !$omp end parallel do
  if (any(c /= [(k + i, i=1,n)])) error stop 'get'
  sync all
  ! A comment between

  !$omp parallel do default ( none ) shared(a, k) private(i)
  do i = 1, n
    a(i)[k] = 2*a(i)[k]
  end do
  !$omp end parallel do
  sync all
  if (any(a /= [(2*i, i=1,n)])) error stop 'put'
  !$omp parallel default(none) shared(b, c, k) private(i, j)
  !$omp do collapse(2)
  do j = 1, 3
    do i = 1, n
      if (j == 2) c(i) = b(i,j)[k]
    end do
  end do
  !$omp end do nowait
  !$omp end parallel
  if (any(c /= k)) error stop 'nested'
  s = 0
  !$omp parallel do default(none) shared(k) private(i) reduction(+:s)
  do i = 1, 50
    s = s + m(i)[k]
  enddo
  if (s /= 500*k) error stop 'module variable'
  !GCC$ ivdep
  do i = 1, n
    c(i) = h(i)[k] + 1
  end do
  if (c(n) /= k + n + 1) error stop 'directive of the compiler'
  !dir$ unroll(4)
  ! remark
  do i = 1, n
    c(i) = h(i)[left]
  end do
  if (c(1) /= left + 1) error stop 'directive of another compiler'
  call dummies(a, k)
  sync all
  if (me == 1) print '(a)', 'PASS'

contains

  subroutine dummies(x, k)
    integer, intent(inout) :: x(*)[2,*]
    integer, intent(in) :: k
    integer :: i, t

    t = 0
    !$omp parallel do default(none) firstprivate(k) shared(x) reduction(+:t)
    do i = 1, n
      t = t + x(i)[1 + mod(k - 1, 2), 1 + (k - 1)/2]
    end do
    if (t /= n*(n+1)) error stop 'dummy'
  end subroutine dummies

end program loops
