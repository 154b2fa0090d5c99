! conformance: images=1,2,3
! feature: lock and unlock with stat=
program lock_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  type(lock_type) :: l(2)[*]
  integer :: st, me, n
  logical :: got
  character(60) :: msg
  me = this_image(); n = num_images()
  st = -1
  lock (l(1)[me], stat=st)
  call check('good lock', st, 0)
  msg = ' '
  lock (l(1), stat=st, errmsg=msg)
  call check('locked by this image already', st, stat_locked)
  if (msg == ' ') error stop 'FAIL: no message'
  sync all
  if (n > 1) then
    unlock (l(1)[mod(me, n) + 1], stat=st)
    call check('locked by another image', st, stat_locked_other_image)
    lock (l(1)[mod(me, n) + 1], acquired_lock=got, stat=st)
    call check('not acquired is no error', st, 0)
    if (got) error stop 'FAIL: acquired'
  end if
  sync all
  unlock (l(1), stat=st)
  call check('good unlock', st, 0)
  unlock (l(2), stat=st, errmsg=msg)
  call check('not locked', st, stat_unlocked)
  lock (l(2), acquired_lock=got, stat=st)
  call check('free lock', merge(st, -1, got), 0)
  unlock (l(2))
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
end program lock_stat
