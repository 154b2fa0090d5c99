module probe_descriptor
  use, intrinsic :: iso_c_binding
  implicit none
  type :: view
    real(4), pointer :: p(:, :)
  end type
contains
  subroutine run(holds)
    logical, intent(out) :: holds
    type(view), target, volatile :: v
    real(4), target :: a(0:4, 2:9)
    integer(8), pointer, volatile :: w(:)
    a = 0
    v%p => a(0:4:2, 2:9)
    call c_f_pointer(transfer(loc(v), c_null_ptr), w, [11])
    holds = w(1) == loc(a) .and. w(2) == -7 .and. w(3) == 4 .and. w(5) == 4 &
         .and. all(w(6:11) == [2_8, 1_8, 3_8, 5_8, 1_8, 8_8])
  end subroutine
end module
