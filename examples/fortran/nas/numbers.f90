! Random numbers of the NAS Parallel Benchmarks (NAS Report RNR-94-007, section 2.3).
module numbers
  use iso_fortran_env, only: int64, real64
  implicit none
  private
  public :: random_of, skip, seed_of_all
  integer(int64), parameter :: seed_of_all = 314159265_int64, multiplier = 1220703125_int64
  integer(int64), parameter :: half = 2_int64**23

contains

  ! a b mod 2**46, from halves whose products fit.
  pure integer(int64) function product_of(a, b)
    integer(int64), intent(in) :: a, b
    integer(int64) :: upper
    upper = mod(mod(a, half)*(b/half) + (a/half)*mod(b, half), half)
    product_of = mod(upper*half + mod(a, half)*mod(b, half), half*half)
  end function product_of

  ! The next number of the sequence.
  real(real64) function random_of(x)
    integer(int64), intent(inout) :: x
    x = product_of(x, multiplier)
    random_of = real(x, real64)*2.0_real64**(-46)
  end function random_of

  ! As many numbers further.
  pure subroutine skip(x, n)
    integer(int64), intent(inout) :: x
    integer(int64), intent(in) :: n
    integer(int64) :: a, left
    a = multiplier
    left = n
    do while (left > 0)
       if (mod(left, 2_int64) == 1) x = product_of(x, a)
       a = product_of(a, a)
       left = left/2
    end do
  end subroutine skip

end module numbers
