! conformance: images=3,5,8
! feature: whole programs with failed images
! A computation that goes on without the failed image: the last image fails in step 5, image 1 takes over its part from the
! copy that each image keeps on its neighbour. A slow image may learn of the failure one step early; the copy says how old it is.
program spare_images
  use, intrinsic :: iso_fortran_env
  implicit none
  integer, parameter :: per = 4, steps = 10
  type(team_type) :: survivors
  integer :: mine(per)[*], copy(per)[*], copied_in[*], adopted(per), me, n, step, st, total, m
  logical :: lost
  me = this_image(); n = num_images()
  mine = me; adopted = 0; lost = .false.
  do step = 1, steps
    if (me == n .and. step == 5) fail image
    mine = mine + 1
    if (lost) adopted = adopted + 1
    copy(:)[mod(me, n) + 1, stat=st] = mine
    copied_in[mod(me, n) + 1, stat=st] = step
    sync all (stat=st)
    if (st == stat_failed_image .and. .not. lost) then
      lost = .true.
      adopted = copy + step - copied_in
    end if
    sync all (stat=st)
  end do
  if (.not. lost) error stop 'FAIL: the failure was not noticed'
  form team (2, survivors, stat=st)
  change team (survivors, stat=st)
    m = num_images()
    total = sum(mine)
    if (me == 1) total = total + sum(adopted)
    call co_sum(total)
  end team (stat=st)
  if (m /= n - 1 .or. total /= per * (n * (n + 1) / 2 + steps * n)) then
    print *, 'FAIL: total, expected', per * (n * (n + 1) / 2 + steps * n), 'got', total, 'image', me
    error stop 1
  end if
  if (me == 1) print '(a)', 'PASS'
end program spare_images
