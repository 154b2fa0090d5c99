! feature: diagnostics: CHANGE TEAM ends with END TEAM
program end_change_team
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: t
  form team (1, t)
  change team (t)
    sync all
  ! expect-error: expected 'end team', found 'end change team'
  end change team
  sync all
end program end_change_team
