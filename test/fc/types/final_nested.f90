! A final procedure, and a component of a type with allocatable components.
module m
  type a
    integer, allocatable :: x(:)
  end type
  type b
    type(a) :: s
  contains
    final :: f
  end type
contains
  subroutine f(t)
    type(b), intent(inout) :: t
  end subroutine
end module
program p
  use m
  type(b), save :: z[*]
  type(b) :: w
  allocate(z%s%x(2), source=7)
  sync all
  w = z[1]
  print *, w%s%x
end program
