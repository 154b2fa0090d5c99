! feature: simple procedures (F2023 15.8)
! conformance: images=1
! Inquiries of intrinsic modules, and indices that a loop has for itself.
module m
  use, intrinsic :: iso_c_binding
  use, intrinsic :: ieee_arithmetic, only: ieee_support_nan, known => ieee_support_inf
  implicit none
  type t
    real :: v(2)
  end type
  real :: mv(3) = 1
  type(t) :: ts
  integer :: n[2:*], i
contains
  simple integer(c_size_t) function bytes()
    bytes = c_sizeof(mv) + c_sizeof(ts%v)
  end function
  simple logical function all_of_them()
    use, intrinsic :: iso_c_binding, only: bytes_of => c_sizeof
    use, intrinsic :: ieee_exceptions, only: halts => ieee_support_halting
    all_of_them = ieee_support_nan(mv) .and. known(ts%v(1)) .and. bytes_of(mv) == 12
  end function
  simple integer function cobound()
    cobound = lcobound(n, 1)
  end function
  simple integer function own(k)
    integer, intent(in) :: k
    integer :: v(4)
    do concurrent (i = 1:4)
      v(i) = i*k
    end do
    own = sum(v) + sum([(i, i=1,2)])
    forall (i = 1:4) v(i) = v(i) + i
    own = own + sum(v)
  end function
end module
program simple_inquiries
  use m
  implicit none
  i = 6
  if (bytes() /= 20) error stop 'c_sizeof'
  if (.not. all_of_them()) error stop 'ieee'
  if (cobound() /= 2) error stop 'lcobound'
  if (own(2) /= 53) error stop 'own'
  if (i /= 6) error stop 'outer'
  if (this_image() == 1) print '(a)', 'PASS'
end program simple_inquiries
