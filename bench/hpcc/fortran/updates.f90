! The stream of updates of RandomAccess: a(0) = 1, a(k+1) = x*a(k) modulo the primitive polynomial
! x**64 + x**2 + x + 1 over GF(2), a word being the coefficients of a polynomial. Its period is long
! enough for any table.
module random_updates
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  private
  public :: next_update, update_number

contains

  elemental integer(int64) function next_update(a)
    integer(int64), intent(in) :: a

    next_update = ieor(shiftl(a, 1), iand(shifta(a, 63), 7_int64))
  end function

  ! a(k): x**k by repeated squaring, so that an image can begin anywhere.
  elemental integer(int64) function update_number(k)
    integer(int64), intent(in) :: k
    integer(int64) :: square
    integer :: bit

    update_number = 1
    square = 2
    do bit = 0, bit_size(k) - 2
      if (btest(k, bit)) update_number = product_of(update_number, square)
      square = product_of(square, square)
    end do
  end function

  elemental integer(int64) function product_of(a, b)
    integer(int64), intent(in) :: a, b
    integer(int64) :: shifted
    integer :: bit

    product_of = 0
    shifted = a
    do bit = 0, bit_size(b) - 1
      if (btest(b, bit)) product_of = ieor(product_of, shifted)
      shifted = next_update(shifted)
    end do
  end function

end module random_updates
