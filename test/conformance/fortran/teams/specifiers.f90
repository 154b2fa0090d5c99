! conformance: images=1,2,3,5
! feature: form team with new_index=
program team_specifiers
  use iso_fortran_env, only: team_type, int16, int64, current_team, initial_team, parent_team
  implicit none
  type(team_type) :: halves, all_
  integer :: s, me, n, color
  integer(int64) :: s8
  integer(int16) :: number
  character(30) :: msg
  integer :: x[*]
  me = this_image(); n = num_images()
  msg = 'same'; s = 9; s8 = 9
  color = 1 + mod(me, 2)
  form team (color, halves, new_index=(me - 1) / 2 + 1, stat=s, errmsg=msg)
  if (s /= 0 .or. msg /= 'same') error stop 'form team'
  number = 12
  form team (number, all_, errmsg=msg, stat=s8, new_index=n - me + 1)
  if (s8 /= 0 .or. msg /= 'same') error stop 'form team, other order'
  x = me
  sync all
  s = 9
  change team (halves, stat=s, errmsg=msg)
    if (s /= 0 .or. msg /= 'same') error stop 'change team'
    if (this_image() /= (me - 1) / 2 + 1) error stop 'new_index'
    if (team_number() /= color) error stop 'team_number'
    if (this_image(get_team(initial_team)) /= me) error stop 'get_team(initial_team)'
    if (num_images(get_team(parent_team)) /= n) error stop 'get_team(parent_team)'
    if (num_images(get_team(current_team)) /= num_images()) error stop 'get_team(current_team)'
    if (num_images(get_team()) /= num_images()) error stop 'get_team()'
    s = 9
    sync team (halves, stat=s, errmsg=msg)
    if (s /= 0) error stop 'sync team'
    sync team (get_team(parent_team))
    s = 9
  end team (stat=s, errmsg=msg)
  if (s /= 0 .or. msg /= 'same') error stop 'end team'
  change team (all_)
    if (this_image() /= n - me + 1) error stop 'reversed'
    if (x[1] /= n) error stop 'coindexed, reversed'
    if (team_number() /= 12) error stop 'number 12'
  end team
  if (team_number() /= -1) error stop 'initial team'
  if (team_number(halves) /= color .or. team_number(all_) /= 12) error stop 'team_number(team)'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
