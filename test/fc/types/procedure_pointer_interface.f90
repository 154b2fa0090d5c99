! The same by an abstract interface.
module m
  implicit none
  abstract interface
    function act(x)
      real, intent(in) :: x(:)
      real :: act(3)
    end function
  end interface
  type :: base
    procedure(act), pointer, nopass :: f => null()
  end type
  integer :: n[*]
end module
