! feature: diagnostics: scope
! What IMPORT keeps from a BLOCK construct or a contained procedure (F2018 8.8).
module import_names_m
  implicit none
  integer, parameter :: k = 4
  type :: point
    real :: x = 0
  end type
  integer :: c[*] = 1
contains
  subroutine no_type
    import, none
    ! expect-error: 'point' is not accessible here: the IMPORT statement does not name it
    type(point) :: p
    ! expect-error: 'k' is not accessible here: the IMPORT statement does not name it
    integer(k) :: i
    i = 1
  end subroutine
  subroutine all_of_it(y)
    import, only: point, no_type
    class(*), intent(in) :: y
    integer :: n
    select type (k => y)
    type is (integer)
      n = k
    end select
    do concurrent (integer :: k = 1:3)
      n = size([k])
    end do
    call no_type
  end subroutine
end module import_names_m
program import_names
  use import_names_m
  implicit none
  integer :: a[*], b[*], n, size
  a = 1
  b = 1
  size = 1
  block
    import, only: a
    integer :: m
    ! expect-error: 'b' is not accessible here: the IMPORT statement does not name it
    m = a[1] + b[1]
    m = b
    associate (n => m)
      m = n
    end associate
    ! expect-error: 'n' is not accessible here: the IMPORT statement does not name it
    m = n
    ! expect-error: 'size' is the intrinsic procedure here, but Fortran compilers would take what the host has
    if (size([m]) /= 1) error stop
  end block
  block
    ! expect-error: the host has no entity 'missing' to import
    import, only: missing
    continue
  end block
  block
    import, only: a, n
    ! expect-error: 'n' is imported, and cannot be declared here
    integer :: n
    n = a[1]
  end block
  block
    import, all
    n = a[1] + b[1]
  end block
end program import_names
