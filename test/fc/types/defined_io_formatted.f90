! Defined output, type-bound.
module m
  type t
    integer :: k
  contains
    procedure :: w
    generic :: write(formatted) => w
  end type
contains
  subroutine w(dtv, unit, iotype, v_list, iostat, iomsg)
    class(t), intent(in) :: dtv
    integer, intent(in) :: unit
    character(*), intent(in) :: iotype
    integer, intent(in) :: v_list(:)
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    iostat = 0
  end subroutine
end module
program p
  use m
  type h
    type(t) :: x
    type(t), allocatable :: y
  end type
  type(h), save :: z[*]
  type(h) :: v
  z%x%k = 7
  sync all
  v = z[1]
  print *, v%x%k
end program
