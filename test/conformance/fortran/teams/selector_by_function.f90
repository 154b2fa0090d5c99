! conformance: images=1,2
! feature: TEAM= in image selectors
! A function in an image selector's TEAM= or TEAM_NUMBER= is called once.
program team_by_function
  use iso_fortran_env, only: team_type
  implicit none
  integer :: x[*], y(3)[*], calls = 0
  x = this_image()
  y = this_image()
  sync all
  if (x[1, team=mine()] /= 1) error stop 'value'
  if (calls /= 1) error stop 'team'
  calls = 0
  if (y(2)[1, team_number=number()] /= 1) error stop 'sibling'
  if (calls /= 1) error stop 'team number'
  calls = 0
  sync all
  y(:)[this_image(), team=mine()] = 7
  if (calls /= 1) error stop 'definition'
  if (any(y /= 7)) error stop 'defined'
  if (this_image() == 1) print '(a)', 'PASS'
contains
  type(team_type) function mine()
    calls = calls + 1
    mine = get_team()
  end function
  integer function number()
    calls = calls + 1
    number = -1
  end function
end program
