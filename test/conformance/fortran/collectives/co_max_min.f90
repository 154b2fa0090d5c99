! conformance: images=1,2,3,5,8
! feature: co_max, co_min
program co_max_min
  implicit none
  integer :: hi, lo, v(3)
  real :: t
  integer :: me, n
  me = this_image(); n = num_images()
  hi = 10 * me - me * me            ! largest at me = 5
  lo = hi
  call co_max(hi)
  call co_min(lo)
  call check('co_max', hi, maxval([(10 * me - me * me, me = 1, n)]))
  call check('co_min', lo, minval([(10 * me - me * me, me = 1, n)]))
  me = this_image()
  v = [me, -me, mod(me, 2)]
  call co_max(v)
  call check('co_max of array, 1', v(1), n)
  call check('co_max of array, 2', v(2), -1)
  call check('co_max of array, 3', v(3), 1)
  t = 3.5 - me
  call co_min(t)
  call checkr('co_min real', t, 3.5 - n)
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
  subroutine checkr(what, got, want)
    character(*), intent(in) :: what
    real, intent(in) :: got, want
    if (abs(got - want) > 1e-5 * max(1.0, abs(want))) then
      print '(3a,g0,a,g0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine checkr
end program co_max_min
