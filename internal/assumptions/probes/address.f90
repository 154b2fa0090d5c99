module probe_address
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine run(holds)
    logical, intent(out) :: holds
    integer(4), target :: a(4)
    real(8) :: x(2)
    a = 0
    x = 0
    holds = loc(a(3)) == transfer(c_loc(a(3)), 0_8) .and. loc(a(3)) - loc(a) == 8 .and. loc(x(2)) - loc(x) == 8
  end subroutine
end module
