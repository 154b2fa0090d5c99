! conformance: images=1,2,3,5,8
! feature: critical
program critical_counter
  implicit none
  integer :: counter[*] = 0
  integer :: i, old
  sync all
  do i = 1, 50
    critical
      old = counter[1]
      counter[1] = old + 1
    end critical
  end do
  sync all
  if (this_image() == 1) then
    if (counter /= 50 * num_images()) then
      print *, 'FAIL: counter, expected', 50 * num_images(), 'got', counter, 'image 1'
      error stop 1
    end if
    print '(a)', 'PASS'
  end if
end program critical_counter
