! conformance: images=2,3,4,5
! feature: notify= and notify wait with stat=, a failed image
! The first image fails where their number is even, the last one where it is odd.
program notify_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: st, me, n, victim, other, reporter
  type(notify_type) :: e[*]
  integer :: x(3)[*]
  me = this_image(); n = num_images()
  victim = merge(1, n, mod(n, 2) == 0)
  reporter = merge(n, 1, victim == 1)
  other = merge(2, 1, victim == 1) ! one that lives
  sync all
  if (me == victim) fail image
  sync all (stat=st) ! from here all know
  call expect(stat_failed_image, 'sync all')
  x = 0
  sync all (stat=st)
  x(:)[victim, notify=e, stat=st] = me
  call expect(stat_failed_image, 'put to the failed image')
  x(:)[me, notify=e, stat=st] = me
  call expect(0, 'put')
  st = 7
  notify wait (e, stat=st)
  call expect(0, 'notify wait')
  if (any(x /= me)) error stop 'FAIL: value'
  if (me == reporter) print '(a)', 'PASS'
contains
  subroutine expect(want, what)
    integer, intent(in) :: want
    character(*), intent(in) :: what
    if (st == want) return
    print *, 'FAIL: ', what, ' expected', want, 'got', st, 'image', me, 'of', n
    error stop 1
  end subroutine
end program notify_stat
