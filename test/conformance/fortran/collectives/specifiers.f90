! conformance: images=1,2,3,5
! feature: collectives with stat= and errmsg=
program collective_specifiers
  use iso_fortran_env, only: int16, int64
  implicit none
  integer :: a(2), n, me, s, b
  integer(int16) :: s2
  integer(int64) :: s8
  real :: r
  character(20) :: msg
  n = num_images(); me = this_image(); msg = 'same'
  a = [me, 2 * me]; s = 4
  call co_sum(a, 1, s, msg)
  if (s /= 0 .or. msg /= 'same') error stop 'co_sum by position'
  if (me == 1 .and. any(a /= n * (n + 1) / 2 * [1, 2])) error stop 'co_sum'
  r = me; s2 = 4
  call co_max(a=r, result_image=n, stat=s2, errmsg=msg)
  if (s2 /= 0 .or. me == n .and. r /= n) error stop 'co_max'
  r = me; s8 = 4
  call co_min(r, errmsg=msg, stat=s8)
  if (s8 /= 0 .or. r /= 1) error stop 'co_min'
  b = me; s = 4
  call co_broadcast(b, source_image=n, stat=s, errmsg=msg)
  if (s /= 0 .or. b /= n) error stop 'co_broadcast'
  b = me; s = 4
  call co_broadcast(b, 1, s, msg)
  if (s /= 0 .or. b /= 1) error stop 'co_broadcast by position'
  b = me; s = 4
  call co_reduce(b, times, 1, s, msg)
  if (s /= 0 .or. me == 1 .and. b /= product([(me, me = 1, n)])) error stop 'co_reduce by position'
  me = this_image()
  b = me
  call co_reduce(a=b, operation=times, errmsg=msg)
  if (b /= factorial(n)) error stop 'co_reduce'
  if (msg /= 'same') error stop 'errmsg'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  pure integer function times(x, y)
    integer, intent(in) :: x, y
    times = x * y
  end function
  pure integer function factorial(k)
    integer, intent(in) :: k
    integer :: i
    factorial = product([(i, i = 1, k)])
  end function
end program
