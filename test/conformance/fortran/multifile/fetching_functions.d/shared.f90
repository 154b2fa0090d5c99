module shared
  implicit none
  type pair
    integer :: n
    real :: x
  end type
  integer, save :: a(5)[*], b(5)[*]
  type(pair), save :: t(5)[*]
  character(3), save :: c(5)[*]
  integer :: other
contains
  pure integer function of_a(i)
    integer, intent(in) :: i
    of_a = 10*a(6-i)[other]
  end function

  elemental integer function through(i)
    integer, intent(in) :: i
    through = of_a(i)
  end function

  elemental integer function of_b(i)
    integer, intent(in) :: i
    of_b = 100*b(6-i)[other]
  end function

  pure type(pair) function of_t(i)
    integer, intent(in) :: i
    of_t = t(6-i)[other]
  end function

  elemental character(3) function of_c(i)
    integer, intent(in) :: i
    of_c = c(6-i)[other]
  end function

  elemental logical function odd(i)
    integer, intent(in) :: i
    odd = mod(a(i)[other], 2) == 1
  end function
end module
