! conformance: images=1,2,3,5
! feature: co_reduce by a function whose arguments have the VALUE attribute
program co_reduce_value
  implicit none
  integer :: i, product
  real(kind(1d0)) :: x(3)
  logical :: all_even
  i = this_image() + 1; product = 1
  call co_reduce(i, times)
  product = factorial(num_images() + 1)
  if (i /= product) error stop 1
  x = [1d0, 2d0, 3d0]*this_image()
  call co_reduce(x, larger)
  if (any(x /= [1d0, 2d0, 3d0]*num_images())) error stop 2
  all_even = mod(this_image(), 2) == 0
  call co_reduce(all_even, both)
  if (all_even) error stop 3
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure integer function times(a, b)
    integer, value :: a, b
    times = a*b
  end function
  pure function larger(a, b) result(c)
    real(kind(1d0)), intent(in), value :: a, b
    real(kind(1d0)) :: c
    c = max(a, b)
  end function
  pure logical function both(a, b)
    logical, value :: a, b
    both = a .and. b
  end function
  integer function factorial(n)
    integer, intent(in) :: n
    integer :: k
    factorial = 1
    do k = 2, n
      factorial = factorial*k
    end do
  end function
end program
