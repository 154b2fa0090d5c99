! conformance: images=1,2,4
! feature: XcalableMP directives: inquiry procedures
! The inquiry functions are known without a declaration, with their types, and xmp_coarray.h is there to be included.
program known_inquiries
  include 'xmp_coarray.h'
  integer, save :: a[*]
  external xmp_all_node_num
!$xmp nodes p(*)
  double precision t, xmp_wtick
  t = xmp_wtime()
  a = xmp_node_num()
  sync all
  if (xmp_node_num() /= this_image() .or. xmp_num_nodes() /= num_images()) error stop 1
  if (a[xmp_num_nodes()] /= num_images()) error stop 2
!$xmp task on p(xmp_all_num_nodes())
  if (xmp_node_num() /= 1 .or. xmp_num_nodes() /= 1 .or. xmp_all_node_num() /= xmp_all_num_nodes()) error stop 3
  call inner()
!$xmp end task
  if (xmp_wtime() < t .or. xmp_wtime() - t > 1000 .or. xmp_wtick() <= 0) error stop 4
  sync all
  if (xmp_node_num() == 1) print '(a)', 'PASS'
contains
  subroutine inner()
    if (xmp_node_num() /= 1) error stop 5
  end subroutine
end program
