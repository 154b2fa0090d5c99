! A type with a KIND parameter.
module m
  type :: v(k)
    integer, kind :: k
    real(k), allocatable :: e(:)
  end type
end module
program p
  use m
  type(v(4)) :: a
  integer, save :: z[*]
  allocate(a%e(2), source=2.)
  z = 1
  print *, a%e
end program
