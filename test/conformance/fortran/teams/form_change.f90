! conformance: images=1,2,3,5,8
! feature: form team, change team
program form_change
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: odd_even
  integer :: x[*], me, n, color, members, mine, k
  me = this_image(); n = num_images()
  color = mod(me, 2) + 1
  x = me
  sync all
  form team (color, odd_even, new_index=(me + 1) / 2)
  change team (odd_even)
    members = num_images()
    mine = this_image()
    call check('size', members, merge(n / 2, (n + 1) / 2, color == 1))
    call check('index', mine, (me + 1) / 2)
    call check('team_number', team_number(), color)
    k = mod(mine, members) + 1
    call check('cosubscripts count in the team', x[k], 2 * k - merge(0, 1, color == 1))
    sync all
    x[k] = -me
    sync all
    k = merge(members, mine - 1, mine == 1)
    call check('put in the team', x, -(2 * k - merge(0, 1, color == 1)))
  end team
  call check('after the construct', this_image() * 100 + num_images(), me * 100 + n)
  call check('initial team number', team_number(), -1)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program form_change
