! feature: XcalableMP directives: errors
program image_sets
  implicit none
!$xmp nodes p(4)
  integer :: s1[*]
  ! expect-error: the directive 'coarray' is for C
!$xmp coarray s1
  goto 10
!$xmp image(p(2:3))
  ! expect-error: the directive image cannot have a label
10 sync all
  ! expect-error: image belongs to a statement after it
!$xmp image(p(2:3))
  critical
  end critical
end program
