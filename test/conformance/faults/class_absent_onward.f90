! A polymorphic dummy argument that is absent is an absent argument of a procedure, too.
program class_absent_onward
  implicit none
  type :: point
    integer, allocatable :: i(:)
  end type point
  call onward()
contains
  subroutine onward(d)
    class(point), optional :: d(:)
    call last(d)
  end subroutine onward
  subroutine last(d)
    type(point), optional :: d(:)
    if (.not. present(d)) print '(a)', 'PASS'
  end subroutine last
end program class_absent_onward
