! All tasks on one image, and the comparison with the ledger.
module reference
  use kinds, only: wp
  use work, only: result_t, perform, combine, nothing
  implicit none
  private
  public :: perform_all, same

contains

  subroutine perform_all(tiles, r, total)
    integer, intent(in) :: tiles
    type(result_t), intent(out) :: r(:)
    type(result_t), intent(out) :: total
    integer :: t

    total = nothing
    do t = 1, size(r)
       r(t) = perform(t, tiles)
       total = combine(total, r(t))
    end do
  end subroutine perform_all

  elemental logical function same(a, b)
    type(result_t), intent(in) :: a, b

    same = a%iterations == b%iterations .and. a%checksum == b%checksum &
         .and. a%inside == b%inside .and. a%deepest == b%deepest
  end function same

end module reference
