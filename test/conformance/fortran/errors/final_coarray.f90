! feature: diagnostics: declarations
module final_coarray
  implicit none
  type :: grid
    integer :: n = 0
  contains
    final :: done
  end type
contains
  subroutine done(g)
    ! expect-error: 'g' is a coarray, which the dummy argument of a final subroutine cannot be
    type(grid), intent(inout) :: g[*]
    g%n = 0
  end subroutine
  subroutine other(g)
    type(grid), intent(inout) :: g[*]
    g%n = 1
  end subroutine
end module
