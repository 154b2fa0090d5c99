! The real part of a section of a pointer component is an actual argument.
program part_of_complex_section
  implicit none
  type :: view
    complex, pointer :: p(:, :)
  end type
  type(view), save :: v
  complex, save, target :: z(4)
  z = (1, -1)
  v%p(1:2, 1:2) => z
  call increase(v%p(1:2, 2)%re)
  if (all(real(z) == [1, 1, 2, 2]) .and. all(aimag(z) == -1)) print '(a)', 'PASS'
contains
  subroutine increase(a)
    real, intent(inout) :: a(:)
    a = a + 1
  end subroutine
end program
