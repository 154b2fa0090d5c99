! conformance: images=1,2,3,5
! feature: pre-standard usage
program subroutine_style_sync
  implicit none
  integer :: x[*], me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  x = me
  call sync_all()
  if (x[k] /= k) error stop 'FAIL: x'
  call sync_memory()
  call sync_all
  x[k] = -me
  call sync_all()
  if (x /= -(modulo(me - 2, n) + 1)) error stop 'FAIL: put'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program subroutine_style_sync
