! conformance: images=2,3,4,5
! feature: atomic subroutines with stat=, a failed image
! The first image fails where their number is even, the last one where it is odd.
program atomic_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: st, me, n, victim, other, reporter
  integer(atomic_int_kind) :: x[*], v
  me = this_image(); n = num_images()
  victim = merge(1, n, mod(n, 2) == 0)
  reporter = merge(n, 1, victim == 1)
  other = merge(2, 1, victim == 1) ! one that lives
  x = 0
  sync all
  if (me == victim) fail image
  sync all (stat=st) ! from here all know
  call expect(stat_failed_image, 'sync all')
  st = 7
  call atomic_define(x[victim], 1, stat=st)
  call expect(stat_failed_image, 'atomic_define')
  st = 7
  call atomic_ref(v, x[victim], stat=st)
  call expect(stat_failed_image, 'atomic_ref')
  st = 7
  call atomic_add(x[victim], 1, stat=st)
  call expect(stat_failed_image, 'atomic_add')
  st = 7
  call atomic_and(x[victim], 1, stat=st)
  call expect(stat_failed_image, 'atomic_and')
  st = 7
  call atomic_or(x[victim], 1, stat=st)
  call expect(stat_failed_image, 'atomic_or')
  st = 7
  call atomic_xor(x[victim], 1, stat=st)
  call expect(stat_failed_image, 'atomic_xor')
  st = 7
  call atomic_fetch_add(x[victim], 1, v, stat=st)
  call expect(stat_failed_image, 'atomic_fetch_add')
  st = 7
  call atomic_fetch_and(x[victim], 1, v, stat=st)
  call expect(stat_failed_image, 'atomic_fetch_and')
  st = 7
  call atomic_fetch_or(x[victim], 1, v, stat=st)
  call expect(stat_failed_image, 'atomic_fetch_or')
  st = 7
  call atomic_fetch_xor(x[victim], 1, v, stat=st)
  call expect(stat_failed_image, 'atomic_fetch_xor')
  st = 7
  call atomic_cas(x[victim], v, 0, 1, stat=st)
  call expect(stat_failed_image, 'atomic_cas')
  call atomic_add(x[other], 1, stat=st)
  call expect(0, 'atomic_add')
  sync all (stat=st)
  if (me == other) then
    call atomic_ref(v, x, stat=st)
    call expect(0, 'atomic_ref')
    if (v /= n - 1) error stop 'FAIL: count'
  end if
  if (me == reporter) print '(a)', 'PASS'
contains
  subroutine expect(want, what)
    integer, intent(in) :: want
    character(*), intent(in) :: what
    if (st == want) return
    print *, 'FAIL: ', what, ' expected', want, 'got', st, 'image', me, 'of', n
    error stop 1
  end subroutine
end program atomic_stat
