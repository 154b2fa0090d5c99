! conformance: images=2,3,4,5
! feature: event post, event wait and event_query with stat=, a failed image
! The first image fails where their number is even, the last one where it is odd.
program event_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: st, me, n, victim, other, reporter
  type(event_type) :: e[*]
  integer :: c
  me = this_image(); n = num_images()
  victim = merge(1, n, mod(n, 2) == 0)
  reporter = merge(n, 1, victim == 1)
  other = merge(2, 1, victim == 1) ! one that lives
  sync all
  if (me == victim) fail image
  sync all (stat=st) ! from here all know
  call expect(stat_failed_image, 'sync all')
  event post (e[victim], stat=st)
  call expect(stat_failed_image, 'event post to the failed image')
  event post (e[me], stat=st)
  call expect(0, 'event post')
  st = 7
  call event_query(e, c, stat=st)
  call expect(0, 'event_query')
  if (c /= 1) error stop 'FAIL: count'
  st = 7
  event wait (e, stat=st)
  call expect(0, 'event wait')
  if (me == reporter) print '(a)', 'PASS'
contains
  subroutine expect(want, what)
    integer, intent(in) :: want
    character(*), intent(in) :: what
    if (st == want) return
    print *, 'FAIL: ', what, ' expected', want, 'got', st, 'image', me, 'of', n
    error stop 1
  end subroutine
end program event_stat
