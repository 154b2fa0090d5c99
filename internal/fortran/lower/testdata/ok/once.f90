! Subscripts that are evaluated once: the definition may change them, or a function has effects.
subroutine once(x, q, n)
  implicit none
  interface
    integer function step()
    end function
  end interface
  integer, intent(in) :: n
  integer, target :: x(n)[*]
  integer, pointer :: q
  x(q)[2] = 5
  x(1:n:step())[2] = 7
end subroutine

! The memory of a string of each iteration is the same in all of them: the loop is a DO loop.
subroutine strings(x, n)
  implicit none
  integer, intent(in) :: n
  character(4) :: x(n)[*]
  character(4) :: c
  integer :: i
  do concurrent (i = 1:n) local(c)
    c = x(i)[1]
    x(i) = c
  end do
end subroutine
