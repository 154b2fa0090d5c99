! A component whose type has a type-bound defined assignment that is not pure.
module m
  type c
    integer :: i = 0
  contains
    procedure :: a
    generic :: assignment(=) => a
  end type
  type t
    type(c) :: foo
  end type
contains
  subroutine a(lhs, rhs)
    class(c), intent(out) :: lhs
    class(c), intent(in) :: rhs
    lhs%i = 20
  end subroutine
end module
program p
  use m
  type h
    type(t) :: x
    integer, allocatable :: y
  end type
  type(h), save :: z[*]
  type(h) :: w
  type(t), save :: z2[*]
  type(t) :: w2
  z%x%foo%i = 7
  allocate(z%y, source=5)
  z2%foo%i = 8
  sync all
  w2 = z2[1]
  print *, w2%foo%i
  w = z[1]
  print *, w%x%foo%i, w%y
end program
