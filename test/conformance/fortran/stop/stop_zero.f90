! conformance: images=1,2,3,5,8
! feature: stop
! Images that stop early take part in nothing more; normal termination waits for all.
program stop_zero
  implicit none
  integer :: x[*], me, n
  integer, parameter :: code = 0
  me = this_image(); n = num_images()
  x = me
  sync all
  if (me > 1) stop code
  if (x[n] /= n) then                              ! the data of a stopped image is still there
    print *, 'FAIL: x[n], expected', n, 'got', x[n]
    error stop 1
  end if
  print '(a)', 'PASS'
  stop
end program stop_zero
