! conformance: images=2
! feature: IMPORT in BLOCK constructs and contained procedures (F2018 8.8)
! Without IMPLICIT NONE, which gfortran 12 does not take in these places.
program import_implicit
  integer, save :: x(4)[*]
  integer :: n, other
  n = 2
  other = 3 - this_image()
  x = [1, 2, 3, 4]*this_image()
  sync all
  block
    import, only: x, other
    integer :: n
    n = x(3)[other]
    k = n
    if (k /= 3*other) error stop 'block'
  end block
  if (n /= 2) error stop 'the name of the host'
  call narrow
  call alone
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine narrow
    import, only: x, n, other
    k = x(n)[other]
    if (k /= 2*other) error stop 'procedure'
  end subroutine

  subroutine alone
    import, none
    integer, save :: x[*]
    x = 7
    sync all
    if (x[1] /= 7 .or. this_image() > num_images()) error stop 'none'
  end subroutine
end program
