! conformance: images=1,2,3,5,8
! feature: event wait with until_count=
program until_count
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: full[*], go(2)[*]
  integer :: parts(64)[*] = 0, me, n, i, c, st
  me = this_image(); n = num_images()
  do i = 1, 5
    parts(me)[1] = i * me
    event post (full[1])
    if (me == 1) then
      event wait (full, until_count=n)
      call check('sum of the parts', sum(parts(1:n)), i * n * (n + 1) / 2)
      do c = 1, n
        event post (go(2)[c], stat=st)
        call check('stat', st, 0)
      end do
    end if
    event wait (go(2))
  end do
  call event_query(full, c)
  call check('all taken', c, 0)
  event post (full); event post (full); event post (full)
  event wait (full, until_count=2, stat=st)
  call event_query(full, count=c, stat=st)
  call check('one left', c, 1)
  event wait (full, until_count=0)                 ! less than one counts as one
  call event_query(full, c)
  call check('none left', c, 0)
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
end program until_count
