! conformance: images=1,2,3,5,8
! feature: coarray components
! STAT=, TEAM= and TEAM_NUMBER= in image selectors of coarray components.
program selspec
  use iso_fortran_env
  implicit none
  type t
    integer, allocatable :: u(:)[:]
    integer, allocatable :: v[:]
  end type
  type(t) :: f, g(2)
  type(team_type) :: odd
  integer :: me, n, k, st, tm
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (f%u(3)[*], f%v[*], g(2)%v[*])
  f%u = [me, 2*me, 3*me]; f%v = -me; g(2)%v = 5 * me
  form team (2 - mod(me, 2), odd)
  sync all
  st = 77
  if (f%u(2)[k, stat=st] /= 2 * k) error stop 'FAIL stat'
  if (st /= 0) error stop 'FAIL stat value'
  tm = 2 - mod(me, 2)
  if (f%v[1, team=odd] /= -tm) error stop 'FAIL team'
  if (any(f%u(:)[1, team=odd] /= [1,2,3]*tm)) error stop 'FAIL team section'
  if (g(2)%v[1, team=odd] /= 5*tm) error stop 'FAIL element'
  change team (odd)
    if (n >= 2) then
      if (f%v[1, team_number=3-tm] /= -(3-tm)) error stop 'FAIL sibling'
      if (g(2)%v[1, team_number=3-tm] /= 5*(3-tm)) error stop 'FAIL sibling 2'
    end if
    if (f%v[1] /= -tm) error stop 'FAIL in team'
  end team
  sync all
  f%u(1)[1, team=odd] = 99
  sync all
  if (me <= min(2, n) .and. f%u(1) /= 99) error stop 'FAIL put'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
