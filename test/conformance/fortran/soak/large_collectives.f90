! conformance: images=2
! feature: collectives above 2 GiB
! stage: soak
! memory: 14
program large_collectives
  use iso_fortran_env, only: int8, int64
  implicit none
  integer(int64), parameter :: m = 2_int64**31 + 4096
  integer(int8), allocatable :: a(:)
  real(8), allocatable :: x(:)
  integer(int64) :: i
  integer :: me, n
  me = this_image(); n = num_images()
  allocate (a(m))
  a = int(me, int8)
  call co_sum(a)
  do i = 1, m, 4095
    if (a(i) /= n * (n + 1) / 2) error stop 'co_sum'
  end do
  if (a(m) /= n * (n + 1) / 2 .or. a(2_int64**31) /= n * (n + 1) / 2) error stop 'co_sum, end'
  a = 0
  if (me == n) a(m - 7:m) = 5
  if (me == n) a(2_int64**31 - 1:2_int64**31 + 1) = 6
  call co_broadcast(a, n)
  if (any(a(m - 7:m) /= 5) .or. any(a(2_int64**31 - 1:2_int64**31 + 1) /= 6) .or. a(1) /= 0) error stop 'co_broadcast'
  deallocate (a)
  allocate (x(m / 8 + 1))
  x = me
  x(size(x, kind=int64)) = -me
  call co_max(x)
  if (x(1) /= n .or. x(size(x, kind=int64)) /= -1) error stop 'co_max'
  call put_and_get()
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine put_and_get()
    integer(int8), allocatable :: c(:)[:]
    deallocate (x)
    allocate (c(m)[*])
    c = int(me, int8)
    sync all
    if (me == 1) c(:)[n] = c(:)
    sync all
    if (me == n .and. (c(m) /= 1 .or. c(1) /= 1 .or. c(2_int64**31) /= 1)) error stop 'put'
  end subroutine
end program
