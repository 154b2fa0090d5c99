! functions that fetch what is defined on another image
module m
  integer :: x(5)[*], y(5)[*]
contains
  pure integer function f(i)
    integer, intent(in) :: i
    f = x(6-i)[1]
  end function
end module
program p
  use m
  interface
    pure integer function other(i)
      integer, intent(in) :: i
    end function
  end interface
  integer :: i, l(5)
  character(3) :: c(5)[*]
  forall (i=1:5)
    l(i) = f(i)
    x(i)[2] = l(i)
    y(i)[2] = f(i)
  end forall
  forall (i=1:5)
    x(i)[2] = i
    l(i) = f(i)
  end forall
  forall (i=1:5)
    y(i)[2] = other(i)
    l(i) = i
  end forall
  forall (i=1:5) x(f(i))[2] = i
  forall (i=1:5) x(i)[2] = f(i)
  forall (i=1:5) c(i)[2] = char(other(i))
  read *, x(1)[2], l(other(1))
end program
