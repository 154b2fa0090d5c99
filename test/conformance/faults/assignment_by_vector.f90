! An assignment to a section by vector subscripts calls the elemental procedure that is bound to the
! type.
module vectors
  implicit none
  type vector
    integer :: n = 0
  contains
    procedure :: assign
    generic :: assignment(=) => assign
  end type
contains
  elemental subroutine assign(a, b)
    class(vector), intent(inout) :: a
    type(vector), intent(in) :: b
    a%n = b%n + 1000
  end subroutine
end module
program assignment_by_vector
  use vectors
  implicit none
  type(vector) :: y(4), w(2)
  w%n = [7, 8]
  y([4, 2]) = w
  if (all(y%n == [0, 1008, 0, 1007])) print '(a)', 'PASS'
end program
