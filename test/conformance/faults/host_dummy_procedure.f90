! An internal procedure calls an optional dummy procedure of its host, which itself only asks
! whether that is present: an external procedure of the name is called.
! gfortran 14.4, 15 and 16 are wrong, 13 and 14.2 are right.
module host_dummy_m
  implicit none
  abstract interface
    subroutine alloc_i(a)
      integer, allocatable, intent(inout) :: a(:)
    end subroutine
  end interface
contains
  subroutine first(c, op)
    integer, allocatable, intent(inout) :: c(:)
    procedure(alloc_i), optional :: op
    if (present(op)) call inner
  contains
    subroutine inner
      call op(c)
    end subroutine
  end subroutine
end module
program host_dummy
  use host_dummy_m
  implicit none
  integer, allocatable :: x(:)
  call first(x, make)
  if (size(x) /= 3) error stop 'FAIL'
  print '(a)', 'PASS'
contains
  subroutine make(a)
    integer, allocatable, intent(inout) :: a(:)
    allocate (a(3))
  end subroutine
end program
