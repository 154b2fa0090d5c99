! conformance: images=1,2,3,5,8
! feature: sync with stat= and errmsg=
program stat_specifiers
  implicit none
  integer :: x[*] = 0, st, me, n, k, left
  character(40) :: msg
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  msg = 'untouched'
  x[k] = me
  st = -1
  sync all (stat=st, errmsg=msg)
  call check('sync all', st, 0)
  call check('x', x, left)
  st = -1
  sync images (*, stat=st)
  call check('sync images (*)', st, 0)
  x[k] = 2 * me
  st = -1
  if (k == left .or. n == 1) then
    sync images (k, stat=st, errmsg=msg)
  else
    sync images ([left, k], errmsg=msg, stat=st)
  end if
  call check('sync images', st, 0)
  call check('x again', x, 2 * left)
  st = -1
  sync memory (stat=st)
  call check('sync memory', st, 0)
  sync memory
  sync all ()
  if (msg /= 'untouched') error stop 'FAIL: errmsg was set without an error'
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
end program stat_specifiers
