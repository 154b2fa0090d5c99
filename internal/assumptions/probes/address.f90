module probe_address
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine run(holds)
    logical, intent(out) :: holds
    integer(4), target :: a(4)
    real(8), volatile :: x(2) ! no TARGET: what LOC gives might be the address of a copy
    real(8), pointer, volatile :: p
    a = 0
    x = 0
    holds = loc(a(3)) == transfer(c_loc(a(3)), 0_8) .and. loc(a(3)) - loc(a) == 8
    call c_f_pointer(transfer(loc(x(2)), c_null_ptr), p)
    p = 5
    holds = holds .and. loc(x(2)) - loc(x) == 8 .and. x(2) == 5
  end subroutine
end module
