! conformance: images=1,2,3
! feature: coindexed in expressions
! An operator that a program gives to a derived type may have a result of another rank and shape
! than its operands.
module joined_numbers
  implicit none
  type :: number
    integer :: n
  end type
  interface operator(+)
    module procedure both, joined
  end interface
  interface operator(-)
    module procedure first_numbers
  end interface
contains
  pure function both(a, b) result(c)
    type(number), intent(in) :: a, b
    integer :: c(2)
    c = [a%n, b%n]
  end function
  pure function joined(a, b) result(c)
    type(number), intent(in) :: a(:), b(:)
    integer :: c(size(a) + size(b))
    c = [a%n, b%n]
  end function
  pure function first_numbers(a) result(c)
    type(number), intent(in) :: a
    integer :: c(a%n), i
    c = [(i, i = 1, a%n)]
  end function
end module
program operator_rank
  use joined_numbers
  implicit none
  integer :: x(4)[*], y(2), z(3), all(4), next, me, i
  type(number) :: one, three, pair(2)
  one%n = 1
  three%n = 3
  pair = [one, three]
  me = this_image()
  next = mod(me, num_images()) + 1
  x = [(10*me + i, i = 1, 4)]
  sync all
  y = x(one + three)[next]
  if (any(y /= 10*next + [1, 3])) error stop 'a scalar operation as a subscript'
  z = x(-three)[next]
  if (any(z /= 10*next + [1, 2, 3])) error stop 'a unary operation as a subscript'
  all(1:4) = pair(1:2) + pair(1:2)
  if (any(all /= [1, 3, 1, 3])) error stop 'an operation with another shape'
  sync all
  x(1:4) = pair(1:2) + pair(1:2)
  sync all
  x(one + three)[next] = [7, 8]
  sync all
  if (any(x /= [7, 3, 8, 3])) error stop 'a definition'
  if (me == 1) write (*, '(a)') 'PASS'
end program
