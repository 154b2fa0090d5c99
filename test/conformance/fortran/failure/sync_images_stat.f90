! conformance: images=2,3,4,5
! feature: sync images with stat=, a failed image
! The first image fails where their number is even, the last one where it is odd.
program sync_images_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: st, me, n, victim, other, reporter
  me = this_image(); n = num_images()
  victim = merge(1, n, mod(n, 2) == 0)
  reporter = merge(n, 1, victim == 1)
  other = merge(2, 1, victim == 1) ! one that lives
  sync all
  if (me == victim) fail image
  sync all (stat=st) ! from here all know
  call expect(stat_failed_image, 'sync all')
  st = 7
  sync images (victim, stat=st)
  call expect(stat_failed_image, 'sync images with the failed image')
  sync images (*, stat=st)
  call expect(stat_failed_image, 'sync images (*)')
  if (n > 2) then
    sync images (living(), stat=st)
    call expect(0, 'sync images with those that live')
  end if
  sync images (me, stat=st)
  call expect(0, 'sync images with itself')
  if (me == reporter) print '(a)', 'PASS'
contains
  subroutine expect(want, what)
    integer, intent(in) :: want
    character(*), intent(in) :: what
    if (st == want) return
    print *, 'FAIL: ', what, ' expected', want, 'got', st, 'image', me, 'of', n
    error stop 1
  end subroutine
  function living() result(list)
    integer, allocatable :: list(:)
    integer :: k
    list = pack([(k, k = 1, n)], [(k /= victim, k = 1, n)])
  end function
end program sync_images_stat
