! conformance: images=2,3,4,5
! feature: collective subroutines with stat=, a failed image
! The first image fails where their number is even, the last one where it is odd.
program collective_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: st, me, n, victim, other, reporter
  integer :: x
  real :: y(20000)
  character(80) :: text
  me = this_image(); n = num_images()
  victim = merge(1, n, mod(n, 2) == 0)
  reporter = merge(n, 1, victim == 1)
  other = merge(2, 1, victim == 1) ! one that lives
  x = 1; y = 1
  sync all
  if (me == victim) fail image
  sync all (stat=st) ! from here all know
  call expect(stat_failed_image, 'sync all')
  st = 7
  call co_sum(x, stat=st, errmsg=text)
  call expect(stat_failed_image, 'co_sum')
  st = 7
  call co_min(x, stat=st, errmsg=text)
  call expect(stat_failed_image, 'co_min')
  st = 7
  call co_max(x, stat=st, errmsg=text)
  call expect(stat_failed_image, 'co_max')
  st = 7
  call co_reduce(x, plus, stat=st, errmsg=text)
  call expect(stat_failed_image, 'co_reduce')
  st = 7
  call co_broadcast(x, other, stat=st, errmsg=text)
  call expect(stat_failed_image, 'co_broadcast')
  st = 7
  call co_sum(x, other, stat=st, errmsg=text)
  call expect(stat_failed_image, 'co_sum')
  st = 7
  call co_sum(y, stat=st, errmsg=text)
  call expect(stat_failed_image, 'co_sum')
  if (me == reporter) print '(a)', 'PASS'
contains
  subroutine expect(want, what)
    integer, intent(in) :: want
    character(*), intent(in) :: what
    if (st == want) return
    print *, 'FAIL: ', what, ' expected', want, 'got', st, 'image', me, 'of', n
    error stop 1
  end subroutine
  pure function plus(a, b) result(c)
    integer, intent(in) :: a, b
    integer :: c
    c = a + b
  end function
end program collective_stat
