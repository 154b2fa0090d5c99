! feature: XcalableMP clause on *
program everyone
  implicit none
  include 'xmp_lib.h'
  integer :: s, n, root
!$xmp nodes p(*)
  n = xmp_num_nodes()
  s = 1
!$xmp reduction(+:s) on *
  if (s /= n) error stop 1
!$xmp barrier on *
  root = xmp_node_num()
!$xmp bcast(root) from p(n) on *
  if (root /= n) error stop 2
!$xmp task on p(1:(n+1)/2)
!$xmp task on *
  s = 1
!$xmp reduction(+:s)
  if (s /= (n + 1) / 2 .or. num_images() /= s) error stop 3
!$xmp end task
!$xmp end task
!$xmp tasks
!$xmp task on * nocomm
  if (xmp_num_nodes() /= n) error stop 4
!$xmp end task
!$xmp end tasks
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
