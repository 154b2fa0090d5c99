! feature: XcalableMP directives: errors
program node_images
  implicit none
!$xmp nodes p(4)
!$xmp nodes q(2) = p(1:2)
  integer :: s1[*], s2[*], s3[*], plain
  ! expect-error: the directive 'coarray' needs a whole node array of all images
!$xmp coarray on q :: s1
  ! expect-error: the directive 'coarray' names coarrays that are declared
!$xmp coarray on p :: s2, plain
  ! expect-error: no node array: no directive nodes declares it here
!$xmp coarray on r :: s3
  s1 = 1
  ! expect-error: THIS_IMAGE of 's2' would be asked of the current team
  s1 = this_image(s2)
end program
