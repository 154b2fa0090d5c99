! A polymorphic object is the actual argument for a dummy argument with VALUE that is not
! polymorphic. gfortran passes its descriptor as if that were the object.
program polymorphic_value
  implicit none
  type t
    integer :: n, v(6)
  end type
  class(t), allocatable :: y
  allocate (y)
  y%n = 1
  y%v = 2
  if (taken(y) /= 13) error stop 'FAIL'
  print '(a)', 'PASS'
contains
  integer function taken(d)
    type(t), value :: d
    taken = d%n + sum(d%v)
  end function
end program polymorphic_value
