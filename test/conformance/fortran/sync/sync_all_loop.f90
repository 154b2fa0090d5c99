! conformance: images=1,2,3,5,8
! feature: sync all
program sync_all_loop
  implicit none
  integer :: mine[*], me, n, i, k, total
  me = this_image(); n = num_images()
  mine = 0
  sync all
  do i = 1, 300
    mine = i * me
    sync all
    total = mine[mod(me, n) + 1] + mine[mod(me + 1, n) + 1]
    k = i * (mod(me, n) + 1 + mod(me + 1, n) + 1)
    if (total /= k) then
      print *, 'FAIL: round', i, 'expected', k, 'got', total, 'image', me
      error stop 1
    end if
    sync all
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program sync_all_loop
