! conformance: images=2,3,4,5
! feature: lock and unlock with stat=, a failed holder and a failed image
! The first image fails where their number is even, the last one where it is odd.
program lock_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: st, me, n, victim, other, reporter
  type(lock_type) :: held[*], l[*]
  logical :: got
  integer :: told[*]
  me = this_image(); n = num_images()
  victim = merge(1, n, mod(n, 2) == 0)
  reporter = merge(n, 1, victim == 1)
  other = merge(2, 1, victim == 1) ! one that lives
  told = 0
  sync all
  if (me == victim) then
    lock (held[other])
    fail image
  end if
  sync all (stat=st) ! from here all know
  call expect(stat_failed_image, 'sync all')
  st = 7
  lock (held[other], stat=st)
  if (st /= 0) then
    call expect(stat_unlocked_failed_image, 'lock that a failed image held')
    told[other] = told[other] + 1
  end if
  unlock (held[other], stat=st)
  call expect(0, 'unlock')
  lock (l[victim], stat=st)
  call expect(stat_failed_image, 'lock on the failed image')
  got = .true.
  lock (l[victim], acquired_lock=got, stat=st)
  call expect(stat_failed_image, 'lock with acquired_lock= on the failed image')
  if (got) error stop 'FAIL: acquired_lock'
  unlock (l[victim], stat=st)
  if (st == 0) error stop 'FAIL: unlock on the failed image'
  if (me == other) then
    unlock (l, stat=st)
    call expect(stat_unlocked, 'unlock of what is not locked')
    lock (l)
    lock (l, stat=st)
    call expect(stat_locked, 'lock of what this image has locked')
    unlock (l)
  end if
  sync all (stat=st)
  if (me == other) then
    if (told /= 1) error stop 'FAIL: one image is told of the failed holder'
  end if
  sync all (stat=st)
  if (me == reporter) print '(a)', 'PASS'
contains
  subroutine expect(want, what)
    integer, intent(in) :: want
    character(*), intent(in) :: what
    if (st == want) return
    print *, 'FAIL: ', what, ' expected', want, 'got', st, 'image', me, 'of', n
    error stop 1
  end subroutine
end program lock_stat
