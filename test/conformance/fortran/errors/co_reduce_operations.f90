! feature: diagnostics: intrinsics
program co_reduce_operations
  implicit none
  type :: t
    integer, allocatable :: a
  end type
  integer, parameter :: double = kind(1d0)
  integer :: i
  real :: r
  real(double) :: d
  type(t) :: x
  call co_reduce(i, fine)
  ! expect-error: its arguments cannot be coarrays
  call co_reduce(i, coarrays)
  ! expect-error: not pure
  call co_reduce(i, impure)
  ! expect-error: no function
  call co_reduce(i, subroutine)
  ! expect-error: 1 arguments
  call co_reduce(i, one)
  ! expect-error: scalars
  call co_reduce(i, arrays)
  ! expect-error: optional
  call co_reduce(i, absent)
  ! expect-error: both arguments or none
  call co_reduce(i, half)
  ! expect-error: differ
  call co_reduce(i, reals)
  call co_reduce(d, doubles)
  ! expect-error: differ
  call co_reduce(r, doubles)
  ! expect-error: differ
  call co_reduce(d, reals)
  ! expect-error: allocatable or pointer
  call co_reduce(x, structures)
  ! expect-error: scalar integer
  call co_reduce(i, fine, result_image=1.0)
contains
  pure integer function fine(a, b)
    integer, intent(in) :: a, b
    fine = a + b
  end function
  integer function impure(a, b)
    integer, intent(in) :: a, b
    impure = a + b
  end function
  pure subroutine subroutine(a, b)
    integer, intent(in) :: a, b
  end subroutine
  pure integer function one(a)
    integer, intent(in) :: a
    one = a
  end function
  pure integer function arrays(a, b)
    integer, intent(in) :: a(2), b(2)
    arrays = a(1) + b(1)
  end function
  pure integer function coarrays(a, b)
    integer, intent(in) :: a[*], b[*]
    coarrays = a + b
  end function
  pure integer function absent(a, b)
    integer, intent(in), optional :: a, b
    absent = a + b
  end function
  pure integer function half(a, b)
    integer, intent(in) :: a
    integer, value :: b
    half = a + b
  end function
  pure function doubles(a, b) result(c)
    real(double), intent(in) :: a, b
    double precision :: c
    c = a + b
  end function
  pure real function reals(a, b)
    real, intent(in) :: a, b
    reals = a + b
  end function
  pure type(t) function structures(a, b)
    type(t), intent(in) :: a, b
    structures%a = a%a + b%a
  end function
end program
