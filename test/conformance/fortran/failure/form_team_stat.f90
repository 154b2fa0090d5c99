! conformance: images=2,3,4,5
! feature: form team, change team and end team with stat=, a failed image
! The first image fails where their number is even, the last one where it is odd.
program form_team_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: st, me, n, victim, other, reporter
  type(team_type) :: t, before
  integer :: x[*]
  me = this_image(); n = num_images()
  victim = merge(1, n, mod(n, 2) == 0)
  reporter = merge(n, 1, victim == 1)
  other = merge(2, 1, victim == 1) ! one that lives
  form team (1, before)
  x = me
  sync all
  if (me == victim) fail image
  sync all (stat=st) ! from here all know
  call expect(stat_failed_image, 'sync all')
  change team (before, stat=st)
    call expect(stat_failed_image, 'change team')
    if (num_images() /= n) error stop 'FAIL: the team has another size'
    st = 7
  end team (stat=st)
  call expect(stat_failed_image, 'end team')
  form team (1, t, stat=st)
  call expect(stat_failed_image, 'form team')
  change team (t, stat=st)
    call expect(0, 'change team of those that live')
    if (num_images() /= n - 1) error stop 'FAIL: the team of those that live'
    sync all (stat=st)
    call expect(0, 'sync all in it')
    st = 7
  end team (stat=st)
  call expect(0, 'end team of those that live')
  if (me == reporter) print '(a)', 'PASS'
contains
  subroutine expect(want, what)
    integer, intent(in) :: want
    character(*), intent(in) :: what
    if (st == want) return
    print *, 'FAIL: ', what, ' expected', want, 'got', st, 'image', me, 'of', n
    error stop 1
  end subroutine
end program form_team_stat
