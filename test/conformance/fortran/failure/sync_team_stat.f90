! conformance: images=2,3,4,5
! feature: sync team with stat=, a failed image
! The first image fails where their number is even, the last one where it is odd.
program sync_team_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: st, me, n, victim, other, reporter
  type(team_type) :: all, half
  me = this_image(); n = num_images()
  victim = merge(1, n, mod(n, 2) == 0)
  reporter = merge(n, 1, victim == 1)
  other = merge(2, 1, victim == 1) ! one that lives
  form team (1, all)
  form team (merge(1, 2, me == victim), half)
  sync all
  if (me == victim) fail image
  sync all (stat=st) ! from here all know
  call expect(stat_failed_image, 'sync all')
  sync team (all, stat=st)
  call expect(stat_failed_image, 'sync team')
  sync team (half, stat=st) ! in which no image has failed
  call expect(0, 'sync team of those that live')
  sync team (all, stat=st)
  call expect(stat_failed_image, 'sync team, again')
  if (me == reporter) print '(a)', 'PASS'
contains
  subroutine expect(want, what)
    integer, intent(in) :: want
    character(*), intent(in) :: what
    if (st == want) return
    print *, 'FAIL: ', what, ' expected', want, 'got', st, 'image', me, 'of', n
    error stop 1
  end subroutine
end program sync_team_stat
