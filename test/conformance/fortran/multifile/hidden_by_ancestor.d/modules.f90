module loc
  implicit none
  integer, save :: x(3)[*]
end module

module size
  use loc, only: x
  implicit none
  integer, allocatable :: z(:)[:]
  interface
    module subroutine make(n)
      integer, intent(in) :: n
    end subroutine
  end interface
end module
