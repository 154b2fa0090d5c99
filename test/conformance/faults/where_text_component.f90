! WHERE defines a component of characters by values of the same component. gfortran 12 assigns the
! first character of each value, and blanks.
program where_text_component
  implicit none
  type :: named
    character(5) :: name
  end type
  type(named) :: x(3)
  logical :: mask(2) = [.false., .true.]
  x%name = ['abcde', 'ABCDE', 'vwxyz']
  where (mask) x(2:3)%name = x(1:2)%name
  if (all(x%name == ['abcde', 'ABCDE', 'ABCDE'])) print '(a)', 'PASS'
end program
