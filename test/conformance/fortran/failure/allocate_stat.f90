! conformance: images=2,3,5
! feature: allocation with a failed image
program allocate_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, allocatable :: a(:)[:]
  integer :: st, me, n, k
  me = this_image(); n = num_images()
  sync all
  if (me == n) fail image
  sync all (stat=st)
  allocate (a(5)[*], stat=st)
  if (st /= stat_failed_image) then
    print *, 'FAIL: allocate, expected', stat_failed_image, 'got', st, 'image', me
    error stop 1
  end if
  if (.not. allocated(a)) error stop 'FAIL: not allocated on an active image'
  a = me
  sync all (stat=st)
  k = mod(me, n - 1) + 1
  if (a(5)[k] /= k) error stop 'FAIL: a'
  deallocate (a, stat=st)
  if (st /= stat_failed_image .or. allocated(a)) error stop 'FAIL: deallocate'
  if (me == 1) print '(a)', 'PASS'
end program allocate_stat
