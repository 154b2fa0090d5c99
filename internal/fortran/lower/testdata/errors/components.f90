module m
  type, abstract :: base
    integer :: i
  end type
  type t
    integer, allocatable :: a(:)
  end type
  type(t) :: x[*]
  type final
    integer, allocatable :: a(:)
  contains
    final :: finish
  end type
  type in
    type(final) :: y
  end type
  type(final) :: y[*]
  type(in) :: z[*]
contains
  subroutine s(b)
    class(base), intent(inout) :: b[*]
    b[1]%i = 0
    x[1] = t([1])
  end subroutine
  pure integer function f()
    f = x[1]%a(1)
  end function
  pure integer function g()
    g = size_of(y[1]) + size_of(z[1]%y)
  contains
    pure integer function size_of(v)
      type(final), intent(in) :: v
      size_of = size(v%a)
    end function
  end function
  subroutine finish(v)
    type(final), intent(inout) :: v
  end subroutine
end module
