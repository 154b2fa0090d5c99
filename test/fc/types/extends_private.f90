! The parent, in another module, has private components.
module m1
  type, public :: b
    private
    integer, allocatable :: x(:)
  end type
end module
module m2
  use m1
  type, extends(b) :: e
  end type
end module
subroutine s
  integer, save :: z[*]
  z = 1
end subroutine
