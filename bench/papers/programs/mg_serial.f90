! The exchange of NAS MG where there is one part.
module mg_exchange
  use mg_grid
  implicit none
  integer :: parts = 1, part = 0
  real(dp), allocatable :: u(:), r(:)

contains

  subroutine begin(length)
    integer, intent(in) :: length

    allocate (u(length), r(length))
  end subroutine

  subroutine start_parts()
  end subroutine

  subroutine exchange_u(k)
    integer, intent(in) :: k

    call wrap_whole(u(first(k)), 2**k)
  end subroutine

  subroutine exchange_r(k)
    integer, intent(in) :: k

    call wrap_whole(r(first(k)), 2**k)
  end subroutine

  ! All planes of the residual of a level.
  subroutine gather(k, whole)
    integer, intent(in) :: k
    real(dp), intent(out) :: whole((2**k + 2)**3)

    whole = r(first(k):first(k)+size(whole)-1)
  end subroutine

  subroutine gather_lists(mine, all)
    real(dp), intent(in) :: mine(40)
    real(dp), intent(out) :: all(40, *)

    all(:,1) = mine
  end subroutine

  subroutine add_all(x)
    real(dp), intent(inout) :: x
  end subroutine

  subroutine meet()
  end subroutine

  subroutine finish()
  end subroutine
end module
