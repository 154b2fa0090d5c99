! feature: diagnostics: image control
program team_statements
  use iso_fortran_env
  implicit none
  type :: node
    procedure(sub), pointer, nopass :: p => null()
    integer, allocatable :: v(:)
    integer :: i = 0
  end type
  type :: tt
    type(team_type) :: t
  end type
  integer :: n[*], s[*]
  type(team_type) :: t
  type(tt) :: wt[*]
  class(node), allocatable :: c[:]
  ! expect-error: a coindexed object cannot be of type team_type
  form team (1, wt[1]%t)
  ! expect-error: the name 'a' is given to two coarrays by CHANGE TEAM
  change team (t, a[*] => n, a[*] => s)
  end team
  ! expect-error: 'n' is a selector of this CHANGE TEAM statement: the associated name must be another one
  change team (t, n[*] => s, b[*] => n)
  end team
  ! expect-error: the coarray 's' is associated twice by CHANGE TEAM
  change team (t, a[*] => s, b[2, *] => s)
  end team
  change team (t, n[*] => s)
  end team
  ! expect-error: a coindexed object cannot be the selector of a SELECT TYPE or SELECT RANK construct
  select type (y => c[1])
  end select
  ! expect-error: SYNC TEAM needs a value of type team_type
  sync team (5)
  ! expect-error: the team number must be an integer scalar
  form team (1.5, t)
  ! expect-error: FORM TEAM defines its team, which must be a variable
  form team (1, (t))
  ! expect-error: CHANGE TEAM needs a value of type team_type
  change team (.not. .true.)
  end team
  ! expect-error: new_index= must be an integer scalar
  form team (1, t, new_index='a')
contains
  subroutine sub()
  end subroutine
end program team_statements
