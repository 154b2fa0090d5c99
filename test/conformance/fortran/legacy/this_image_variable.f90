! conformance: images=1,2
! feature: pre-standard usage
! Without parentheses THIS_IMAGE is no reference to the function: a variable may have its name.
program this_image_variable
  integer, save :: x[*]
  this_image = 3
  x = this_image
  sync all
  if (x[1] /= 3) error stop 1
  if (num_images() < 1) error stop 2
  print '(a)', 'PASS'
end program
