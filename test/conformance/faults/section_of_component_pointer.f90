! A pointer to components of structures is made to point to a section of itself. gfortran reckons where
! that begins with the size of the component.
program section_of_component_pointer
  implicit none
  type pair
    integer :: n, v
  end type
  type(pair), target :: a(4)
  integer, pointer :: p(:), q(:)
  integer :: i
  a%n = [(i, i = 1, 4)]
  a%v = 0
  p => a%n
  q => p(3:4)
  if (all(q == [3, 4])) then
    print '(a)', 'PASS'
  else
    print '(a)', 'FAIL'
  end if
end program section_of_component_pointer
