! The exchange of NAS SP where there is one part.
module sp_exchange
  use sp_grid
  implicit none
  real(dp), allocatable :: u(:,:,:,:), sent(:), received(:,:)

contains

  subroutine start_parts()
  end subroutine

  subroutine begin(most)
    integer, intent(in) :: most             ! planes of a part

    allocate (u(-1:n+2, -1:n+2, 5, -1:most+2), sent(0), received(0, 2))
  end subroutine

  subroutine exchange_u()
  end subroutine

  subroutine exchange_blocks(width, way)
    integer, intent(in) :: width, way
  end subroutine

  subroutine add_all(x)
    real(dp), intent(inout) :: x(10)
  end subroutine

  subroutine meet()
  end subroutine

  subroutine finish()
  end subroutine
end module
