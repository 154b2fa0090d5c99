! conformance: images=1,2,3
! feature: components of other images in loops
! Components of another image in loops with a step, loops without trips and bounds that count calls.
module parts
  implicit none
  type :: strip
    real, allocatable :: v(:)
    real, pointer :: p(:) => null()
  end type
  type :: nest
    type(strip) :: s(2)
    type(strip), allocatable :: a(:)
  end type
  integer :: calls = 0
contains
  integer function counted(n)
    integer, intent(in) :: n
    calls = calls + 1
    counted = n
  end function
end module
program stepped
  use parts
  implicit none
  type(strip), save :: x[*]
  type(nest), save :: y[*]
  real, target :: t(6)
  real :: s
  integer :: i, k, n, st
  k = 1 + mod(this_image(), num_images())
  x%v = [(real(10*this_image() + i), i = 1, 9)]
  if (this_image() /= 1) x%p => t
  t = [(real(i*this_image()), i = 1, 6)]
  allocate (y%a(3))
  do i = 1, 3
    y%a(i)%v = [1., 2., 3.]*this_image()*i
  end do
  sync all
  s = 0
  do i = 1, 9, 2
    s = s + x[k]%v(i)
  end do
  if (s /= 5*10*k + 25) error stop 1
  s = 0
  st = -3
  do i = 9, 1, st
    s = s + x[k]%v(i)
  end do
  if (s /= 30*k + 18) error stop 2
  n = 0
  do i = 1, n, 2      ! the pointer of image 1 is null: it must not be looked at
    s = s + x[1]%p(i)
  end do
  do i = 3, 1, st + 5
    s = s + x[1]%p(i)
  end do
  do i = 1, counted(0), counted(2)
    s = s + x[1]%p(i)
  end do
  if (calls /= 2) error stop 3
  calls = 0
  s = 0
  do i = counted(1), counted(6), counted(2)
    s = s + x[k]%v(i)
  end do
  if (calls /= 3 .or. s /= 30*k + 9) error stop 4
  s = 0
  if (k /= 1) then
    do i = 6, 2, st + 1
      s = s + x[k]%p(i)
    end do
    if (s /= 12*k) error stop 5
  end if
  s = 0
  do i = 1, 3, 2
    s = s + sum(y[k]%a(i)%v) + y[k]%a(2)%v(i)
  end do
  if (s /= 6*k + 18*k + 2*k + 6*k) error stop 6
  s = 0
  do i = 1, 9, 4
    s = s + x[k]%v(i)
  end do
  if (s /= 30*k + 15) error stop 7
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
