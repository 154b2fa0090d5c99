! inline pointers
! Allocatable components without a call.
module m
  type :: leaf
    real, allocatable :: v(:)
    integer, allocatable :: n
  end type
  type :: branch
    type(leaf), allocatable :: l(:)
  end type
  type(branch) :: b(3)[*]
contains
  subroutine s(a, halo, k)
    real, intent(out) :: a(:)
    integer, intent(in) :: halo(:), k
    a = b(2)[k]%l(1)%v(halo)
    b(1)[k]%l(2)%n = k
  end subroutine
end module
