! feature: diagnostics: operators of other languages
program foreign_operators
  implicit none
  logical, save :: a[*], b
  integer, save :: n
! expect-error: '&&' is no operator of Fortran [C0001]
  b = a[1] && b
! expect-error: '||' is no operator of Fortran [C0001]
  b = a[1] || b
! expect-error: '&&' is no operator of Fortran [C0001]
  !$xmp reduction(&& : n)
end program foreign_operators
