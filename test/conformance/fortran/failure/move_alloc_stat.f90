! conformance: images=2,3,4,5
! feature: deallocate and move_alloc with stat=, a failed image
! The first image fails where their number is even, the last one where it is odd.
program move_alloc_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer :: st, me, n, victim, other, reporter
  integer, allocatable :: a(:)[:], b(:)[:], c(:)[:]
  me = this_image(); n = num_images()
  victim = merge(1, n, mod(n, 2) == 0)
  reporter = merge(n, 1, victim == 1)
  other = merge(2, 1, victim == 1) ! one that lives
  allocate (a(3)[*], b(4)[*])
  sync all
  if (me == victim) fail image
  sync all (stat=st) ! from here all know
  call expect(stat_failed_image, 'sync all')
  st = 7
  call move_alloc(a, b, stat=st)
  call expect(stat_failed_image, 'move_alloc')
  if (allocated(a) .or. .not. allocated(b)) error stop 'FAIL: move_alloc'
  if (size(b) /= 3) error stop 'FAIL: size'
  deallocate (b, stat=st)
  call expect(stat_failed_image, 'deallocate')
  if (allocated(b)) error stop 'FAIL: deallocate'
  allocate (c(2)[*], stat=st)
  call expect(stat_failed_image, 'allocate')
  if (.not. allocated(c)) error stop 'FAIL: allocate'
  c = me
  sync all (stat=st)
  if (c(2)[other] /= other) error stop 'FAIL: value'
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
end program move_alloc_stat
