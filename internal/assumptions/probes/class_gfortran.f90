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
    type(scalar), target, volatile :: s
    type(vector), target, volatile :: v
    type(extended), target :: e
    integer(8), pointer, volatile :: w(:), table(:)
    s%p => e
    call c_f_pointer(transfer(loc(s), c_null_ptr), w, [2])
    call c_f_pointer(transfer(w(2), c_null_ptr), table, [2])
    holds = w(1) == loc(e) .and. table(2) == 16
    allocate (extended :: v%p(2))
    call c_f_pointer(transfer(loc(v), c_null_ptr), w, [9])
    call c_f_pointer(transfer(w(9), c_null_ptr), table, [2])
    holds = holds .and. table(2) == 16
    deallocate (v%p)
  end subroutine
end module
