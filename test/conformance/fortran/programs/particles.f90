! conformance: images=1,2,3,5,8
! feature: whole programs
! Particles on a ring of cells: those that leave are put into the neighbour's in-tray, an array of structures.
program particles
  implicit none
  type particle
    integer :: id = 0
    real :: x = 0, v = 0
  end type particle
  integer, parameter :: maxp = 200, per = 10
  type(particle) :: mine(maxp), tray(maxp, 2)[*]
  integer :: arrived(2)[*], me, n, i, k, np, step, out(2), side, ids
  real :: lo, hi, length
  me = this_image(); n = num_images()
  lo = me - 1; hi = me; length = n; np = per
  do i = 1, per
    mine(i) = particle(100 * me + i, lo + (i - 0.5) / per, merge(0.25, -0.25, mod(i, 3) > 0))
  end do
  do step = 1, 8 * 4
    sync all
    out = 0; i = 1
    do while (i <= np)
      mine(i)%x = mine(i)%x + mine(i)%v
      if (mine(i)%x < lo .or. mine(i)%x >= hi) then
        side = merge(1, 2, mine(i)%v < 0)
        k = merge(modulo(me - 2, n) + 1, mod(me, n) + 1, side == 1)
        out(side) = out(side) + 1
        if (mine(i)%x < 0) mine(i)%x = mine(i)%x + length
        if (mine(i)%x >= length) mine(i)%x = mine(i)%x - length
        tray(out(side), side)[k] = mine(i)
        mine(i) = mine(np)
        np = np - 1
      else
        i = i + 1
      end if
    end do
    arrived(1)[modulo(me - 2, n) + 1] = out(1)
    arrived(2)[mod(me, n) + 1] = out(2)
    sync all
    do side = 1, 2
      mine(np + 1:np + arrived(side)) = tray(1:arrived(side), side)
      np = np + arrived(side)
    end do
    if (any(mine(1:np)%x < lo - 1e-3) .or. any(mine(1:np)%x > hi + 1e-3)) then
      print *, 'FAIL: a particle is outside of its cell in step', step, 'image', me
      error stop 1
    end if
  end do
  ids = sum(mine(1:np)%id); i = np
  call co_sum(ids)
  call co_sum(i)
  if (i /= per * n .or. ids /= 100 * per * n * (n + 1) / 2 + n * per * (per + 1) / 2) then
    print *, 'FAIL: particles, expected', per * n, 'got', i, 'sum of ids', ids, 'image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program particles
