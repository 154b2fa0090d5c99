! conformance: images=1,2,3,5,6
! feature: intrinsics with team arguments
program get_team_levels
  use iso_fortran_env, only: team_type, initial_team, parent_team, current_team
  implicit none
  type(team_type) :: halves, quarters, kept
  integer :: x[*], me, n, outer
  me = this_image(); n = num_images(); x = me
  kept = get_team(current_team)
  if (num_images(kept) /= n) error stop 'initial'
  form team (mod(me, 2) + 1, halves)
  change team (halves)
    outer = this_image()
    form team ((this_image() - 1) / 2 + 1, quarters)
    change team (quarters)
      if (this_image(get_team(initial_team)) /= me) error stop 'initial_team'
      if (this_image(get_team(parent_team)) /= outer) error stop 'parent_team'
      if (this_image(get_team(level=current_team)) /= this_image()) error stop 'current_team'
      if (team_number(get_team(parent_team)) /= mod(me, 2) + 1) error stop 'number of the parent'
      if (team_number(get_team(initial_team)) /= -1) error stop 'number of the initial team'
      if (num_images(kept) /= n) error stop 'a team variable'
      if (x[me, team=get_team(initial_team)] /= me) error stop 'selector with get_team'
      if (x[outer, team=get_team(parent_team)] /= me) error stop 'selector with the parent'
      if (any(this_image(x, get_team(initial_team)) /= [me])) error stop 'this_image(coarray, team)'
      if (this_image(x, 1, get_team(parent_team)) /= outer) error stop 'this_image(coarray, dim, team)'
      if (image_index(x, [outer], get_team(parent_team)) /= outer) error stop 'image_index(coarray, sub, team)'
      sync team (get_team(parent_team))
    end team
  end team
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
