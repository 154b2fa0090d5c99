! The work: the escape-time fractal of z**2 + c, cut into square tiles. Tiles
! inside the set cost a thousand times those far outside, so that no division
! made in advance is fair. All results are integers: any order of work gives
! the same ones.
module work
  use kinds, only: wp, int64
  implicit none
  private
  public :: result_t, perform, combine, nothing

  integer, parameter :: pixels = 32            ! along each side of a tile
  integer, parameter :: depth = 3000           ! iterations until a point is held to be inside

  real(wp), parameter :: west = -2.0_wp, south = -1.25_wp, extent = 2.5_wp

  type :: result_t
     integer(int64) :: iterations = 0_int64
     integer(int64) :: checksum = 0_int64
     integer :: inside = 0
     integer :: deepest = 0                    ! of the points that escape
  end type result_t

  type(result_t), parameter :: nothing = result_t()

contains

  ! Tile number t, 1 .. tiles**2.
  pure function perform(t, tiles) result(r)
    integer, intent(in) :: t, tiles
    type(result_t) :: r
    real(wp) :: h
    integer :: i, j, n, column, row

    column = mod(t - 1, tiles)
    row = (t - 1)/tiles
    h = extent/(tiles*pixels)
    r = nothing
    do j = 1, pixels
       do i = 1, pixels
          n = escape_time(west + (column*pixels + i - 0.5_wp)*h, &
               south + (row*pixels + j - 0.5_wp)*h)
          r%iterations = r%iterations + n
          r%checksum = mod(31_int64*r%checksum + n, 1000003_int64)
          if (n == depth) then
             r%inside = r%inside + 1
          else
             r%deepest = max(r%deepest, n)
          end if
       end do
    end do
  end function perform

  pure integer function escape_time(cx, cy) result(n)
    real(wp), intent(in) :: cx, cy
    real(wp) :: x, y, xx, yy

    x = 0.0_wp
    y = 0.0_wp
    do n = 0, depth - 1
       xx = x*x
       yy = y*y
       if (xx + yy > 4.0_wp) return
       y = 2.0_wp*x*y + cy
       x = xx - yy + cx
    end do
    n = depth
  end function escape_time

  ! Associative and commutative, for reductions.
  pure function combine(a, b) result(c)
    type(result_t), intent(in) :: a, b
    type(result_t) :: c

    c%iterations = a%iterations + b%iterations
    c%checksum = a%checksum + b%checksum
    c%inside = a%inside + b%inside
    c%deepest = max(a%deepest, b%deepest)
  end function combine

end module work
