! conformance: images=1,2,3,5
! feature: notify= and notify wait
program notify_wait_test
  use, intrinsic :: iso_fortran_env, only: notify_type
  implicit none
  type(notify_type) :: arrived[*]
  integer :: box(100)[*], me, n, k, left, i, st
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  box = 0
  sync all
  box(:)[k, notify=arrived] = [(1000 * me + i, i = 1, 100)]
  notify wait (arrived)
  if (any(box /= [(1000 * left + i, i = 1, 100)])) error stop 'FAIL: one put'
  sync all
  do i = 1, 5
    box(i)[k, notify=arrived, stat=st] = -i
    if (st /= 0) error stop 'FAIL: stat'
  end do
  notify wait (arrived, until_count=5)
  if (any(box(1:5) /= [(-i, i = 1, 5)])) error stop 'FAIL: five puts'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program notify_wait_test
