! options: -O1
! An absent polymorphic array for an OPTIONAL dummy argument that is not polymorphic: gfortran looks
! into the array's descriptor all the same.
module m
  implicit none
  type point
    integer :: i = 1
  end type
contains
  subroutine perhaps(d, given)
    type(point), optional :: d(:)
    logical, intent(in) :: given
    if (present(d) .neqv. given) error stop 'present'
  end subroutine
  subroutine onward(d, given)
    class(point), optional :: d(:)
    logical, intent(in) :: given
    call perhaps(d, given)
  end subroutine
end module
program absent_polymorphic
  use m
  call onward(given=.false.)
  print '(a)', 'PASS'
end program
