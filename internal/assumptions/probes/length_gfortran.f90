module probe_length
  use, intrinsic :: iso_c_binding
  implicit none
  type :: view
    character(:), pointer :: p(:)
  end type
contains
  subroutine run(holds)
    logical, intent(out) :: holds
    type(view), target, volatile :: v
    character(7), target :: c(2)
    integer(8), pointer, volatile :: w(:)
    c = 'abc'
    v%p => c
    call c_f_pointer(transfer(loc(v), c_null_ptr), w, [9])
    w(9) = 5
    holds = len(v%p) == 5
  end subroutine
end module
