! conformance: images=1,2,3,5,8
! feature: lock, unlock
program lock_counter
  use, intrinsic :: iso_fortran_env, only: lock_type
  implicit none
  type(lock_type) :: guard[*]
  integer :: tally[*] = 0
  integer :: k, n, master
  n = num_images()
  master = n
  sync all
  do k = 1, 25
    lock (guard[master])
    tally[master] = tally[master] + this_image()
    unlock (guard[master])
  end do
  sync all
  if (tally[master] /= 25 * n * (n + 1) / 2) then
    print *, 'FAIL: tally, expected', 25 * n * (n + 1) / 2, 'got', tally[master], 'image', this_image()
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program lock_counter
