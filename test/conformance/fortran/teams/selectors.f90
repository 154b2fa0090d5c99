! conformance: images=1,2,3,5,8
! feature: image selectors with team= and team_number=
program selectors
  use, intrinsic :: iso_fortran_env
  implicit none
  type(team_type) :: initial, half
  integer :: x[*], v(3)[*], me, n, k, color, st
  me = this_image(); n = num_images()
  initial = get_team()
  color = merge(1, 2, me <= (n + 1) / 2)
  x = me; v = [me, 2 * me, 3 * me]
  sync all
  form team (color, half, new_index=me - merge(0, (n + 1) / 2, color == 1))
  k = mod(me, n) + 1
  change team (half)
    call check('ancestor by team=', x[k, team=initial], k)
    call check('ancestor, section', sum(v(2:3)[k, team=initial]), 5 * k)
    call check('sibling by team_number=', x[1, team_number=1], 1)
    if (n > 1) then
      call check('sibling by team_number=', x[1, team_number=2], (n + 1) / 2 + 1)
      call check('sibling, element', v(3)[n / 2, team_number=2], 3 * n)
    end if
    st = -1
    call check('with stat=', x[k, team=initial, stat=st], k)
    call check('stat', st, 0)
    call check('initial by number', x[k, team_number=-1], k)
    sync team (initial)
    x[k, team=initial] = 100 * me
    v(1:3:2)[k, team=initial] = -me
    sync team (initial)
    call check('put', x, 100 * (modulo(me - 2, n) + 1))
    call check('put section', v(1) + v(3), -2 * (modulo(me - 2, n) + 1))
  end team
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
end program selectors
