module m
  type, abstract :: base
    integer :: i
  end type
  type t
    integer, allocatable :: a(:)
  end type
  type(t) :: x[*]
contains
  subroutine s(b)
    class(base), intent(inout) :: b[*]
    b[1]%i = 0
    x[1] = t([1])
  end subroutine
  pure integer function f()
    f = x[1]%a(1)
  end function
end module
