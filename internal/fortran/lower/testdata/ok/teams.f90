module fields
  implicit none
  private
  real, allocatable, public :: u(:)[:]
  character(5), public :: label[*] = 'none'
end module fields

program teams
  use, intrinsic :: iso_fortran_env
  use fields, only: u, name => label
  implicit none
  type(team_type) :: t, parent
  integer :: a(4)[*], b(4)[*], n, st
  logical :: ok
  form team (1 + mod(this_image(), 2), t, new_index=1, stat=st)
  n = 2
  grid: change team (t, g[n, *] => a, row[0:*] => b, stat=st)
    parent = get_team(parent_team)
    g(1)[1, 1] = a(1)[1, team=parent] + row(2)[this_image() - 1]
    if (num_images(parent) < 2) exit grid
    a(1:3)[2, team_number=2] = a(2:4)
    a(1:3) = a(2:4)[2, team=parent, stat=st]
    name[1, team=parent] = 'first'
    ok = all([(row(n)[n, team=parent] == n, n = 0, 2)])
    allocate (u(10)[*])
    call inside(u)
    sync team (parent)
    print *, this_image(a, parent), this_image(g, 1), this_image(parent), image_index(g, [1, 1], team_number=1), ucobound(g)
    print *, team_number(), team_number(parent), num_images(team_number=-1), failed_images(parent), image_status(1)
  end team grid
contains
  subroutine inside(v)
    real :: v(:)[*]
    v(:)[1, team=get_team(initial_team)] = 1
  end subroutine inside
end program teams
