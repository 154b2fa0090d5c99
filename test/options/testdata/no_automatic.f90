! options: -fno-automatic
program p
  implicit none
  integer :: i, a(3)[*], b(2)[*], k
  do k = 1, 3
    i = counted(a)
    i = counted(b)
  end do
  if (counted(a) /= 7) error stop 'counted'
  if (again(5) /= 5 ) error stop 'again'
  a = this_image()
  sync all
  if (elsewhere(a, num_images()) /= num_images()) error stop 'a'
  b = 2*this_image()
  sync all
  if (elsewhere(b, num_images()) /= 2*num_images()) error stop 'b'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function counted(x)
    integer :: x(:)[*]
    integer :: n
    logical :: first
    data first /.true./
    if (first) n = 0
    first = .false.
    block
      integer :: m
      if (n == 0) m = 0
      m = m + 1
      if (x(1)[1] == -huge(1)) m = 0
      n = m
    end block
    counted = n
  end function
  recursive integer function again(n) result(r)
    integer, value :: n
    integer :: kept
    kept = n
    if (n > 1) r = again(n - 1)
    r = kept
  end function
  integer function elsewhere(x, k)
    integer :: x(:)[*], k
    elsewhere = x(1)[k]
  end function
end program
