module probe_deferred_component
  use, intrinsic :: iso_c_binding
  implicit none
  type :: strings
    character(:), allocatable :: c(:)
  end type
  type :: part
    character(:), pointer :: p(:)
  end type
contains
  subroutine run(holds)
    logical, intent(out) :: holds
    type(strings), target :: x(2)
    type(strings), pointer :: all(:)
    integer, volatile :: k
    k = 2
    all => x
    allocate (x(2)%c(2), source=['abc', 'def'])
    allocate (x(1)%c(2), source=['a', 'b'])
    call point(all, k, holds)
  end subroutine
  subroutine point(x, k, holds)
    type(strings), pointer, intent(in) :: x(:)
    integer, volatile :: k
    logical, intent(out) :: holds
    type(part), target, volatile :: p
    integer(8), pointer, volatile :: w(:)
    call c_f_pointer(transfer(loc(p), c_null_ptr), w, [9])
    w(9) = 3 ! gfortran 12 leaves it alone
    p%p => x(k)%c
    holds = w(9) == 3
  end subroutine
end module
