module probe_class
  use, intrinsic :: iso_c_binding
  implicit none
  type :: base
    integer :: i = 0
  end type
  type, extends(base) :: extended
    real :: r(3) = 0
  end type
  type :: scalar
    class(base), pointer :: p
  end type
  type :: vector
    class(base), pointer :: p(:)
  end type
contains
  subroutine run(holds)
    logical, intent(out) :: holds
    type(scalar), target, volatile :: s, b
    type(vector), target, volatile :: v
    type(extended), target :: e
    type(base), target :: o
    integer(8), pointer, volatile :: w(:), x(:), y(:)
    s%p => e
    b%p => o
    allocate (extended :: v%p(2))
    call c_f_pointer(transfer(loc(s), c_null_ptr), w, [4])
    call c_f_pointer(transfer(loc(b), c_null_ptr), x, [4])
    call c_f_pointer(transfer(loc(v), c_null_ptr), y, [7])
    holds = w(2) == 16 .and. x(2) == 4 .and. w(4) /= 0 .and. w(4) /= x(4) .and. w(4) == y(7)
    deallocate (v%p)
  end subroutine
end module
