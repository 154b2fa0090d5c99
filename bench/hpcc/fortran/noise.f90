! Numbers that look random, number k of which any image can compute: s(k) = a**(k+1) modulo the
! prime 2**31 - 1, with a primitive root a (Park and Miller's generator), between -1/2 and 1/2.
module noise
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  private
  public :: noise_state, next_noise

  integer(int64), parameter :: m = 2147483647_int64, a = 48271_int64
contains

  ! The state from which number k comes next.
  elemental integer(int64) function noise_state(k)
    integer(int64), intent(in) :: k
    integer(int64) :: square
    integer :: bit

    noise_state = 1
    square = a
    do bit = 0, bit_size(k) - 2
      if (shiftr(k, bit) == 0) exit
      if (btest(k, bit)) noise_state = mod(noise_state * square, m)
      square = mod(square * square, m)
    end do
  end function

  subroutine next_noise(state, number)
    integer(int64), intent(inout) :: state
    real(real64), intent(out) :: number

    state = mod(a * state, m)
    number = real(state, real64) / m - 0.5_real64
  end subroutine

end module noise
