! conformance: images=1,2,3,5
! feature: EXIT from CHANGE TEAM, stat=
program leaving
  use, intrinsic :: iso_fortran_env
  implicit none
  type(team_type) :: t, undefined
  integer :: i, n, st, x[*]
  character(80) :: message
  n = num_images()
  x = this_image()
  sync all
  form team (5, t, new_index=n + 1 - this_image())
  outer: do i = 1, 4
    grid: change team (t)
      if (i > 2) exit grid
      do
        if (x[1] == n) exit
        error stop 'FAIL: x[1]'
      end do
      if (this_image() /= n + 1 - x) error stop 'FAIL: index'
      call sub(i)
    end team grid
    if (this_image() /= x) error stop 'FAIL: still in the team'
  end do outer
  st = 0; message = ''
  change team (undefined, stat=st, errmsg=message)
    if (st == 0 .or. message == '') error stop 'FAIL: an undefined team'
    if (num_images() /= n) error stop 'FAIL: the team has changed'
  end team (stat=st)
  if (st /= 0) error stop 'FAIL: end team'
  st = 0
  form team (0, t, stat=st)
  if (st == 0) error stop 'FAIL: team number 0'
  if (n > 1) then
    st = 0
    form team (1, t, new_index=1, stat=st, errmsg=message)
    if (st == 0 .or. index(message, 'new_index') == 0) error stop 'FAIL: one index for all'
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  recursive subroutine sub(depth)
    integer, intent(in) :: depth
    type(team_type) :: half
    if (num_images() == 1) return
    form team (1 + mod(this_image(), 2), half)
    change team (half)
      if (team_number() < 1) error stop 'FAIL: number'
      call sub(depth + 1)
    end team
  end subroutine sub
end program leaving
