! feature: diagnostics: declarations
! The names of a type and of a coarray mean something else where generated text needs them.
program obscured_types
  use iso_fortran_env, only: team_type
  implicit none
  type t
    integer, allocatable :: a(:)
    integer :: n = 1
  end type
  type(t), save :: x[*]
  integer, save :: c[*]
  type(team_type) :: team
  form team (1, team)
  block
    integer :: t
    t = 1
    ! expect-error: a temporary variable of type 't' is needed here, where the name 't' means something else
    if (f(x[1]) /= t) error stop
  end block
  change team (team, d[*] => c)
    block
      integer :: c
      ! expect-error: 'd' cannot be coindexed here, since the name of its coarray, 'c', means something else
      c = d[1]
    end block
  end team
contains
  integer function f(x)
    type(t), intent(in) :: x
    f = x%n
  end function
end program
