! conformance: images=1,2,3
! feature: pre-standard usage
! BYTE, which compilers take for INTEGER(1).
program p
  implicit none
  byte :: x[*], y(4)[*]
  byte, allocatable :: z(:)[:]
  integer :: me, n, next
  me = this_image()
  n = num_images()
  next = merge(1, me + 1, me == n)
  allocate (z(2)[*])
  x[next] = int(me, 1)
  y(2:3)[next] = [byte_of(me), byte_of(-me)]
  z(:)[next] = y(4)[next]
  sync all
  if (x /= merge(n, me - 1, me == 1)) error stop 1
  if (y(2) /= x .or. y(3) /= -x) error stop 2
  if (y(2)[next] /= me) error stop 3
  sync all
  call co_sum(x)
  if (x /= n * (n + 1) / 2) error stop 4
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  byte function byte_of(i)
    integer, intent(in) :: i
    byte_of = int(i, 1)
  end function byte_of
end program p
