! conformance: images=2,3,5
! feature: statements that do not correspond are told
! expect-exit: nonzero
! expect-stderr: [R0216]
! expect-stderr: END TEAM
! expect-stderr: SYNC ALL
! Image 2 leaves the team while the others synchronise in it.
program mismatch_end_team
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: t
  form team (1, t)
  change team (t)
    if (this_image() /= 2) sync all
  end team
  sync all
end program
