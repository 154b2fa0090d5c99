! conformance: images=1,2,3,5
! feature: critical
program critical_stat
  implicit none
  integer :: total[*], s
  integer(1) :: s1
  character(20) :: msg
  msg = 'same'
  total = 0
  sync all
  s = 5
  critical (stat=s, errmsg=msg)
    total[1] = total[1] + 1
  end critical
  if (s /= 0 .or. msg /= 'same') error stop 'stat'
  sync all ! constructs exclude only themselves
  s1 = 5
  named: critical (errmsg=msg, stat=s1)
    total[1] = total[1] + 10
  end critical named
  if (s1 /= 0) error stop 'int8 stat'
  sync all
  other: critical (stat=s)
    if (s /= 0) exit other
    total[1] = total[1] + 100
    if (total[1] > 0) exit other
    total[1] = -1
  end critical other
  sync all
  critical ()
    total[1] = total[1] + 1000
  end critical
  sync all
  if (this_image() == 1) then
    if (total /= 1111 * num_images()) error stop 'total'
    print '(a)', 'PASS'
  end if
end program
