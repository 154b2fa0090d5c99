! conformance: images=1,2,3,5,8
! feature: form team with new_index=
program new_index_test
  use, intrinsic :: iso_fortran_env
  implicit none
  type(team_type) :: reversed
  integer :: x[*], me, n, k, st
  character(60) :: msg
  me = this_image(); n = num_images()
  x = me
  st = -1; msg = 'none'
  form team (7, reversed, new_index=n - me + 1, stat=st, errmsg=msg)
  call check('stat', st, 0)
  change team (reversed, stat=st)
    call check('stat of change team', st, 0)
    call check('index', this_image(), n - me + 1)
    call check('team number', team_number(), 7)
    call check('team_number of a value', team_number(reversed), 7)
    do k = 1, n
      call check('x[k]', x[k], n - k + 1)
    end do
  end team (stat=st)
  call check('stat of end team', st, 0)
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
end program new_index_test
