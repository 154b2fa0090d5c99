! A component that is a pointer to objects of a parameterized type in an expression.
program parameterized_pointer
  implicit none
  type :: pair(k)
    integer, kind :: k = 4
    real(k) :: a
  end type
  type :: view
    type(pair(8)), pointer :: p(:)
  end type
  type(pair(8)), target :: x(2)
  type(view) :: v
  v%p => x
  v%p(2)%a = 3
  if (v%p(2)%a == 3 .and. x(2)%a == 3) print '(a)', 'PASS'
end program
