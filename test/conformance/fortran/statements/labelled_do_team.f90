! conformance: images=1,2,3,5
! feature: labels where DO ends on the END of constructs of images
! Nonblock DO (deleted in Fortran 2018) whose last statement is END TEAM, END CRITICAL or an image control statement. The label stays on what is executed last.
program labelled_do_team
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: halves
  integer :: u[*], rounds[*], i, j, sum_of, me, n, last
  me = this_image(); n = num_images()
  last = n - mod(n - me, 2)
  u = me; rounds = 0; sum_of = 0
  form team (1 + mod(me, 2), halves)
  do 10 i = 1, 3
    change team (halves)
      sum_of = sum_of + u[num_images()]
      if (i == 2) go to 10
      sum_of = sum_of + 100
10  end team
  if (sum_of /= 200 + 3*last) then
    print *, 'FAIL: sum over the loop, expected', 200 + 3*last, 'got', sum_of, 'image', me
    error stop 1
  end if
  do 20 i = 1, 2
  do 20 j = 1, 2
    critical
      rounds[1] = rounds[1] + i*j
20  end critical
  sync all
  if (rounds[1] /= 9*n) error stop 'FAIL: critical'
  do 30 i = 1, 4
    u = me + i
    sync all
    sum_of = u[mod(me, n) + 1]
    if (sum_of /= mod(me, n) + 1 + i) error stop 'FAIL: value between SYNC ALL'
30  sync all
  if (me == 1) print '(a)', 'PASS'
end program labelled_do_team
