! A type with a type-bound procedure.
module a
  implicit none
  type :: empty
    integer :: i
  contains
    procedure :: eval => ev_e
  end type
contains
  subroutine ev_e(self)
    class(empty), intent(in) :: self
  end subroutine
end module
