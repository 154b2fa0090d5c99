program polymorphic_actual
  implicit none
  type t
    integer :: n
  end type
  class(t), allocatable :: x[:]
  allocate (t :: x[*])
  call show(x[1])
  call change(x[1])
contains
  subroutine show(a)
    class(t), intent(in) :: a
    print *, a%n
  end subroutine
  subroutine change(a)
    class(t), intent(inout) :: a
    a%n = 1
  end subroutine
end program
