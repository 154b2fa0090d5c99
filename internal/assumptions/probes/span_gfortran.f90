module probe_span
  use, intrinsic :: iso_c_binding
  implicit none
  type :: view
    real(4), pointer :: p(:)
  end type
contains
  subroutine run(holds)
    logical, intent(out) :: holds
    type(view), target, volatile :: v
    real(4), target, volatile :: a(9)
    integer(8), pointer, volatile :: w(:)
    integer :: i
    a = [(i, i=1, 9)]
    v%p => a
    call c_f_pointer(transfer(loc(v), c_null_ptr), w, [8])
    w(5) = 12
    holds = all([(nint(v%p(i)), i=1, 3)] == [1, 4, 7])
    v%p(2) = 0
    holds = holds .and. nint(a(4)) == 0
  end subroutine
end module
