! Ways through directives of XcalableMP that other programs do not have. It is translated, not run.
program tasks
  implicit none
  integer :: x(4)[*], y, n
!$xmp nodes p(*)
  n = num_images()
  y = x(1)[n]
!$xmp task on p(1:2)
  y = y + x(2)[1]
!$xmp end task
  y = y + x(3)[n]
end program
