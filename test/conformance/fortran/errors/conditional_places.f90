! feature: diagnostics: conditional expressions that cannot be evaluated in front of the statement
program conditional_places
  implicit none
  integer :: i, n, y(3)
  n = num_images()
  ! expect-error: it stands in an implied DO or FORALL [C0229]
  y = [((i > 1 ? 5 : 4), i = 1, 3)]
  ! expect-error: it stands in an implied DO or FORALL [C0229]
  print *, ((i > 1 ? n : 4), i = 1, 3)
  ! expect-error: it stands in an implied DO or FORALL [C0229]
  read *, (y((i > 2 ? 3 : i)), i = 1, 3)
  ! expect-error: an operand is no variable, and the procedure defines the argument [C0229]
  call s(( n > 1 ? i : n + 1 ))
  ! expect-error: the condition of a conditional expression is a scalar of type LOGICAL
  i = (n ? 1 : 2)
  ! expect-error: the condition of a conditional expression is a scalar of type LOGICAL
  i = (y > 1 ? 1 : 2)
  ! expect-error: the condition of a conditional expression is a scalar of type LOGICAL
  i = (n > 1 ? 1 : 'a' ? 2 : 3)
contains
  subroutine s(x)
    integer, intent(inout) :: x
    x = 3
  end subroutine
end program
