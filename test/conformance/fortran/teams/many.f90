! conformance: images=3,70
! feature: FORM TEAM, CHANGE TEAM
! Teams of many images: by number, by NEW_INDEX= in descending order, in no order at all, teams within teams, the same
! division again, a number that is wrong on one image.
program many
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: colours, backward, mixed, inner
  integer :: me, n, i, stat, members
  integer :: x[*]
  integer, allocatable :: list(:)
  me = this_image(); n = num_images()
  x = me

  form team (1 + mod(me, 3), colours)
  change team (colours)
    members = (n - merge(mod(me, 3), 3, mod(me, 3) > 0)) / 3 + 1
    if (num_images() /= members) error stop 'colours: size'
    if (x[1] /= merge(mod(me, 3), 3, mod(me, 3) > 0)) error stop 'colours: first'
    if (x[num_images()] /= x[1] + 3*(members - 1)) error stop 'colours: last'
    form team (1 + mod(this_image(), 2), inner)
    change team (inner)
      if (x[this_image()] /= me) error stop 'inner'
    end team
  end team

  form team (7, backward, new_index=n + 1 - me)
  change team (backward)
    if (this_image() /= n + 1 - me) error stop 'backward: index'
    do i = 1, num_images()
      if (x[i] /= n + 1 - i) error stop 'backward: member'
    end do
  end team

  form team (1 + mod(me*me, 5), mixed)
  list = pack([(i, i=1, n)], [(mod(i*i, 5) == mod(me*me, 5), i=1, n)])
  change team (mixed)
    if (num_images() /= size(list)) error stop 'mixed: size'
    do i = 1, num_images()
      if (x[i] /= list(i)) error stop 'mixed: member'
    end do
  end team

  do i = 1, 4 ! the same division as before
    form team (1 + mod(me*me, 5), mixed)
    form team (1 + mod(me + i, 2), colours)
    change team (colours)
      if (x[this_image()] /= me) error stop 'again'
    end team
  end do

  form team (1, backward, new_index=merge(n + 1, me, me == 2), stat=stat)
  if (stat == 0) error stop 'an index that there is not'
  form team (2, backward, stat=stat)
  if (stat /= 0) error stop 'after an error'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
