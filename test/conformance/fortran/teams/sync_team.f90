! conformance: images=1,2,3,5,8
! feature: sync team
program sync_team_test
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: rows, world
  integer :: x[*], me, n, i, k, st, partner
  me = this_image(); n = num_images()
  form team (mod(me, 2) + 1, rows)
  x = 0
  sync all
  do i = 1, 50                                     ! the two teams synchronise each on its own
    x = 1000 * i + me
    sync team (rows, stat=st)
    if (st /= 0) error stop 'FAIL: stat'
    partner = merge(me + 2, mod(me - 1, 2) + 1, me + 2 <= n)
    k = x[partner]
    if (k /= 1000 * i + partner) then
      print *, 'FAIL: round', i, 'expected', 1000 * i + partner, 'got', k, 'image', me
      error stop 1
    end if
    sync team (rows)
  end do
  world = get_team_of_all()
  x = -me
  sync team (world)
  if (x[mod(me, n) + 1] /= -(mod(me, n) + 1)) error stop 'FAIL: sync team of all'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  function get_team_of_all() result(t)
    type(team_type) :: t
    t = get_team()
  end function get_team_of_all
end program sync_team_test
