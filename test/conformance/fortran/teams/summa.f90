! conformance: images=1,2,3,5,8
! feature: whole programs with teams
! Row and column teams of a grid of images: a matrix-vector product with broadcasts down the columns and sums along the rows.
program grid_teams
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  integer, parameter :: nb = 4
  type(team_type) :: row_team, col_team
  integer :: me, n, px, py, ix, iy, i, j
  integer :: a(nb, nb), x(nb), y(nb), want
  me = this_image(); n = num_images()
  px = merge(2, 1, mod(n, 2) == 0); py = n / px
  ix = mod(me - 1, px); iy = (me - 1) / px
  form team (ix + 1, row_team)
  form team (iy + 1, col_team, new_index=ix + 1)
  forall (i = 1:nb, j = 1:nb) a(i, j) = (ix * nb + i) - 2 * (iy * nb + j)
  x = 0
  if (ix == 0) x = [(iy * nb + j, j = 1, nb)]
  change team (col_team)
    call co_broadcast(x, 1)
  end team
  y = matmul(a, x)
  change team (row_team)
    call co_sum(y)
  end team
  do i = 1, nb
    want = sum([((ix * nb + i - 2 * j) * j, j = 1, py * nb)])
    if (y(i) /= want) then
      print *, 'FAIL: row', ix * nb + i, 'expected', want, 'got', y(i), 'image', me
      error stop 1
    end if
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program grid_teams
