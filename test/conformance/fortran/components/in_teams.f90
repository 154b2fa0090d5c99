! conformance: images=1,2,3,5,8
! feature: allocatable components of coindexed objects
! Components on images of a team whose members are not in the order of the initial team.
program in_teams
  use iso_fortran_env, only: team_type
  implicit none
  type item
    integer, allocatable :: v(:)
  end type item
  type(item) :: x[*]
  type(team_type) :: t
  integer :: me, n, k, half, first
  me = this_image(); n = num_images()
  allocate (x%v(me))
  x%v = me
  half = mod(me, 2)
  form team (half + 1, t, new_index=merge((n + half)/2 + 1 - (me + 1)/2, 1 + (n - me)/2, half == 1))
  sync all
  change team (t)
    k = mod(this_image(), num_images()) + 1
    first = x[k]%v(1)
    if (size(x[k]%v) /= first .or. mod(first, 2) /= half) error stop 'FAIL: component of a member'
    sync all
    x[k]%v(1) = -this_image()
    sync all
    if (x%v(1) /= -(modulo(this_image() - 2, num_images()) + 1)) error stop 'FAIL: put to a member'
  end team
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program in_teams
