! conformance: images=2,3,5
! feature: collectives with a failed image
program collectives_stat
  use, intrinsic :: iso_fortran_env
  implicit none
  type(team_type) :: survivors
  integer :: s, st, me, n
  me = this_image(); n = num_images()
  s = me
  call co_sum(s, stat=st)
  if (st /= 0 .or. s /= n * (n + 1) / 2) error stop 'FAIL: with all images'
  if (me == n) fail image
  sync all (stat=st)
  s = me
  call co_sum(s, stat=st)
  if (st /= stat_failed_image) then
    print *, 'FAIL: co_sum, expected', stat_failed_image, 'got', st, 'image', me
    error stop 1
  end if
  form team (1, survivors, stat=st)
  if (st /= stat_failed_image) error stop 'FAIL: stat of form team'
  change team (survivors, stat=st)
    s = me
    call co_sum(s)
    if (s /= n * (n - 1) / 2 .or. num_images() /= n - 1) then
      print *, 'FAIL: co_sum of the survivors, expected', n * (n - 1) / 2, 'got', s, 'image', me
      error stop 1
    end if
    call co_broadcast(s, 1)
    sync all
  end team (stat=st)
  if (me == 1) print '(a)', 'PASS'
end program collectives_stat
