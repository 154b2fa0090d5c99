! Defined output of a type with a character of deferred length.
module m
  type :: string
    character(len=:), allocatable :: raw
  end type
  interface write(unformatted)
    module procedure w
  end interface
contains
  subroutine w(self, unit, iostat, iomsg)
    class(string), intent(in) :: self
    integer, intent(in) :: unit
    integer, intent(out) :: iostat
    character(len=*), intent(inout) :: iomsg
    write (unit, iostat=iostat, iomsg=iomsg) self%raw
  end subroutine
end module
subroutine p
  integer, save :: z[*]
  z = 1
end subroutine
