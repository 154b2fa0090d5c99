! feature: XcalableMP directives: errors
program image_sets
  implicit none
!$xmp nodes p(4)
  integer :: s1[*]
  ! expect-error: Coral does not have the directive 'coarray' with a node array
!$xmp coarray on p :: s1
  s1 = 1
!$xmp task on p(2:3)
  ! expect-error: Coral does not have the directive 'image'
!$xmp image(p(2:3))
  sync all
!$xmp end task
end program
