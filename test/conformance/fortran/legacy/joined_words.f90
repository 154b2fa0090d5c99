! conformance: images=1,2,3,5
! feature: pre-standard usage
! Two keywords in one word, as compilers take them that need no blanks there.
program joined_words
  use, intrinsic :: iso_fortran_env, only: event_type, team_type
  implicit none
  type(event_type) :: done[*]
  type(team_type) :: half
  integer :: x[*], syncmemory, me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  x = me
  syncall()
  if (x[k] /= k) errorstop 'FAIL: x'
  syncmemory = 3 ! still a name
  if (syncmemory /= 3) errorstop
  syncall
  eventpost(done[k])
  eventwait(done, until_count=1)
  x[k] = -me
  syncimages(*)
  formteam(1 + mod(me, 2), half)
  changeteam(half)
    syncmemory
    syncteam(half)
    if (num_images() > n) errorstop 2
  endteam
  syncall (stat=k) ; if (k /= 0) errorstop 3
  if (x /= -(modulo(me - 2, n) + 1)) errorstop 'FAIL: put'
  if (n > 100) failimage
  syncall
  if (me == 1) print '(a)', 'PASS'
end program joined_words
