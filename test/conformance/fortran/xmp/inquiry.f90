! feature: XcalableMP directives: inquiry procedures
program inquiry
  implicit none
  include 'xmp_lib.h'
!$xmp nodes p(*)
  integer :: me, n
  double precision :: t
  me = this_image()
  n = num_images()
  t = xmp_wtime()
  if (xmp_node_num() /= me .or. xmp_num_nodes() /= n) error stop 1
!$xmp task on p(n)
  if (xmp_node_num() /= 1 .or. xmp_num_nodes() /= 1) error stop 2
  if (xmp_all_node_num() /= n .or. xmp_all_num_nodes() /= n) error stop 3
!$xmp end task
  if (xmp_node_num() /= me .or. xmp_num_nodes() /= n) error stop 4
  if (xmp_wtime() < t .or. xmp_wtick() <= 0) error stop 5
  sync all
  if (me == 1) print '(a)', 'PASS'
end program inquiry
