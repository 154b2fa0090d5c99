! A pointer to the real parts of what the right side refers to: all of the right side comes first.
program pointer_to_part
  implicit none
  complex, target :: z(5)
  real, pointer :: q(:)
  integer :: i

  z = [(cmplx(i, 0), i = 1, 5)]
  q => z%re
  forall (i = 2:5) q(i) = real(z(i - 1))
  if (all(nint(real(z)) == [1, 1, 2, 3, 4])) print '(a)', 'PASS'
end program pointer_to_part
