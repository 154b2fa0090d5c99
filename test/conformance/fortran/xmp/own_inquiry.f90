! conformance: images=1,2
! feature: XcalableMP directives: inquiry procedures
! A function of the program's own with the name of an inquiry function is that function.
program own_inquiry
  integer, save :: a[*]
  a = 1
  if (xmp_node_num() /= 2.5) error stop 1
  if (inner() /= 7) error stop 2
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function inner()
    inner = xmp_num_nodes()
  end function
  integer function xmp_num_nodes()
    xmp_num_nodes = 7
  end function
end program
real function xmp_node_num()
  xmp_node_num = 2.5
end function
