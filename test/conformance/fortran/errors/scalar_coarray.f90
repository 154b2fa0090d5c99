! feature: diagnostics: declarations
program scalar_coarray
  implicit none
  integer :: x[*]
  character(4) :: c[*]
  ! expect-error: the procedure 'f' cannot be a coarray
  external :: f[*]
  ! expect-error: 'x' is a scalar coarray, which has no subscripts
  x(2) = 1
  ! expect-error: 'x' is a scalar coarray, which has no subscripts
  print *, x(1)
  c(2:3) = 'ab'
end program scalar_coarray
