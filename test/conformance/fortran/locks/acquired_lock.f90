! conformance: images=1,2,3,5,8
! feature: lock with acquired_lock=
program acquired
  use, intrinsic :: iso_fortran_env, only: lock_type
  implicit none
  type(lock_type) :: guard[*]
  integer :: winner[*] = 0, tries[*] = 0, total[*] = 0, me, n, i
  logical :: got
  me = this_image(); n = num_images()
  sync all
  got = .false.
  if (me == 1) lock (guard[1])
  sync all
  if (me /= 1) then
    lock (guard[1], acquired_lock=got)             ! held by image 1 until the next sync
    if (got) error stop 'FAIL: acquired a lock that another image holds'
  end if
  sync all
  if (me == 1) unlock (guard)
  sync all
  do i = 1, 20
    do
      lock (guard[1], acquired_lock=got)
      if (got) exit
      tries = tries + 1
    end do
    total[1] = total[1] + 1
    unlock (guard[1])
  end do
  sync all
  if (total[1] /= 20 * n) then
    print *, 'FAIL: total, expected', 20 * n, 'got', total[1], 'image', me
    error stop 1
  end if
  if (n == 1 .and. tries /= 0) error stop 'FAIL: a free lock was not acquired at once'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program acquired
