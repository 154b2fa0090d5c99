! conformance: images=2,3,4,5
! feature: critical with stat=, an image that fails inside
! The first image fails where their number is even, the last one where it is odd.
program critical_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: st, me, n, victim, other, reporter
  integer :: failures[*], entered[*]
  logical :: waited
  me = this_image(); n = num_images()
  victim = merge(1, n, mod(n, 2) == 0)
  reporter = merge(n, 1, victim == 1)
  other = merge(2, 1, victim == 1) ! one that lives
  failures = 0; entered = 0
  waited = mod(n, 3) == 0
  sync all
  if (me == victim) call enter
  if (.not. waited) then
    sync all (stat=st)
  else
    call pause(0.3)
  end if
  call enter
  call enter
  sync all (stat=st)
  if (me == other) then
    if (failures /= 1 .or. entered /= 2 * (n - 1)) then
      print *, 'FAIL: images that were told', failures, 'entered', entered
      error stop 1
    end if
  end if
  sync all (stat=st)
  if (me == reporter) print '(a)', 'PASS'
contains
  subroutine enter ! the construct in which the image fails is the one that tells
    st = 7
    critical (stat=st)
      if (me == victim) then
        if (waited) call pause(1.0) ! the others come meanwhile
        fail image
      end if
      if (st /= 0) failures[other] = failures[other] + 1
      entered[other] = entered[other] + 1
    end critical
    if (st /= 0) call expect(stat_failed_image, 'critical after a failure inside')
  end subroutine
  subroutine expect(want, what)
    integer, intent(in) :: want
    character(*), intent(in) :: what
    if (st == want) return
    print *, 'FAIL: ', what, ' expected', want, 'got', st, 'image', me, 'of', n
    error stop 1
  end subroutine
  subroutine pause(seconds)
    real, intent(in) :: seconds
    integer(int64) :: from, to, rate
    call system_clock(from, rate)
    do
      call system_clock(to)
      if (to - from > seconds * rate) exit
    end do
  end subroutine
end program critical_stat
