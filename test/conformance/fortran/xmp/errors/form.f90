! feature: XcalableMP directives: errors
program directives
  implicit none
!$xmp nodes p(2, *)
  integer :: x, a[*]
! expect-error: XcalableMP has no directive 'bariere' [C0409]
!$xmp bariere
! expect-error: it has the local view only [C0412]
!$xmp loop on t(i)
! expect-error: it has the local view only [C0412]
!$xmp template t(100)
! expect-error: the directive 'coarray' is for C
!$xmp coarray a[*]
! expect-error: expected the name of a directive
!$xmp
! expect-error: expected the name of a directive
!$xmp (x)
! expect-error: in the directive 'bcast': expected '(', found 'x' [C0410]
!$xmp bcast x
! expect-error: the operator 'ishft' is none of
!$xmp reduction(ishft : x)
! expect-error: the operator 'lastmin' is one of the loop directive's clause
!$xmp reduction(lastmin : x)
! expect-error: expected the end of the directive, found 'now' [C0410]
!$xmp barrier now
! expect-error: expected 'on' and a set of nodes
!$xmp task p(1)
  x = 1
!$xmp end task
! expect-error: expected a name, found '4' [C0410]
!$xmp nodes r(4) = 4
! expect-error: in Fortran nodes are written in parentheses
!$xmp barrier on p[1]
! expect-error: XcalableMP has no directive 'end loop' [C0409]
!$xmp end loop
!$xmp tasks
! expect-error: a tasks construct holds task constructs and nothing else [C0411]
  x = 2
!$xmp end tasks
! expect-error: gmove must be followed by an assignment
!$xmp gmove
  call random_number(a)
  x = 1 + &
! expect-error: in the middle of a continued statement [C0411]
!$xmp barrier
    2
end program directives
