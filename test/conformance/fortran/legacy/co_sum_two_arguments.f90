! conformance: images=1,2,3,5
! feature: pre-standard usage
! co_sum(source, result [, result_image]) as in the Omni and early Cray collectives.
program co_sum_two_arguments
  implicit none
  integer :: x, s, v(3), t(3), me, n, lo, hi, st
  me = this_image(); n = num_images()
  x = me; s = 0; v = [me, 2 * me, 3 * me]; t = 0
  call co_sum(x, s)
  call check('scalar', s, n * (n + 1) / 2)
  call check('source is kept', x, me)
  call co_sum(v, t)
  call check('array', t(3), 3 * n * (n + 1) / 2)
  call co_min(x, lo)
  call co_max(x, hi, n)
  call check('co_min', lo, 1)
  call check('the image is kept', n, num_images())
  if (me == n) call check('co_max on one image', hi, n)
  call co_min(x, lo, 1)
  if (me == 1) call check('co_min, a constant image', lo, 1)
  call co_sum(v, t, result_image=n, stat=st)
  call check('stat', st, 0)
  if (me == n) call check('array on one image', t(2), n * (n + 1))
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
end program co_sum_two_arguments
