! conformance: images=1,2,3,5,8
! feature: collectives with result_image=
program result_image_test
  implicit none
  integer :: v(3), lo, hi, me, n, st, last
  real :: r
  character(40) :: msg
  me = this_image(); n = num_images(); last = n
  v = [me, 10 * me, 100 * me]; lo = me; hi = me; r = 0.5 * me
  st = -1; msg = 'as it was'
  call co_sum(v, result_image=last)
  call co_min(lo, result_image=1, stat=st)
  call check('stat', st, 0)
  call co_max(hi, 1, st, msg)
  call check('stat', st, 0)
  call co_sum(r, last, errmsg=msg, stat=st)
  if (msg /= 'as it was') error stop 'FAIL: errmsg'
  if (me == last) then
    call check('co_sum', v(3), 100 * n * (n + 1) / 2)
    call check('co_sum, first', v(1), n * (n + 1) / 2)
    call check('co_sum real', nint(4 * r), n * (n + 1))
  end if
  if (me == 1) then
    call check('co_min', lo, 1)
    call check('co_max', hi, n)
  end if
  ! on other images the argument is undefined now; a new value must come through unharmed
  v = me
  call co_sum(v(2:2))
  call check('once more', v(2), n * (n + 1) / 2)
  call check('neighbour', v(1), me)
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
end program result_image_test
