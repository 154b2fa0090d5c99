! conformance: images=1,2,3
! feature: functions with effects in bounds of sections
! Functions with effects in the bounds of sections; steps without a first bound.
module effects
  implicit none
  integer :: calls = 0
contains
  integer function next(n)
    integer, intent(in) :: n
    calls = calls + 1
    next = n
  end function
end module
program once
  use effects
  implicit none
  integer, save :: x(12)[*], y(4, 6)[*]
  integer :: k, i, a(12), b(4, 6)
  character(5) :: text
  k = 1 + mod(this_image(), num_images())
  x = [(i*this_image(), i = 1, 12)]
  y = reshape([(i*this_image(), i = 1, 24)], [4, 6])
  sync all
  a = 0
  a(1:4) = x(next(2):next(11):next(3))[next(k)]
  if (calls /= 4 .or. any(a(1:4) /= k*[2, 5, 8, 11])) error stop 1
  a(:12:3) = x(:10:3)[k]
  if (any(a(::3) /= k*[1, 4, 7, 10])) error stop 2
  b(:, :6:2) = y(:, :5:2)[k]
  if (any(b(:, 5) /= k*[17, 18, 19, 20])) error stop 3
  b(:4:2, 1) = y(:3:2, 6)[k]
  if (any(b(::2, 1) /= k*[21, 23])) error stop 4
  sync all
  calls = 0
  x(next(1):next(3))[next(k)] = next(-7)
  if (calls /= 4) error stop 5
  sync all
  if (any(x(1:3) /= -7)) error stop 6
  sync all
  y(:3:2, next(2):next(6):2)[k] = 5
  y(next(2):, :3)[k] = 6
  x(:11:2)[k] = a(:11:2)
  sync all
  if (any(y(1, 2:6:2) /= 5) .or. any(y(3, 4:6:2) /= 5) .or. any(y(2:, :3) /= 6)) error stop 7
  do i = 2, 12
    a(next(i)) = x(next(i))[k]
  end do
  sync all
  calls = 0
  if (any(x(next(2):next(4))[k] /= x(next(2):next(4))[k])) error stop 8
  if (calls /= 4) error stop 9
  text = two()
  read (text, *) x(next(4):next(8):next(2))[k]
  if (calls /= 7) error stop 10
  sync all
  if (any(x(4:8:2) /= [1, 2, 3])) error stop 11
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  character(5) function two()
    two = '1 2 3'
  end function
end program
