! How the grid of nx by ny cells is cut into blocks, one an image. The images
! form a grid of px by py; block boundaries follow from the integer division,
! so that any number of images works with any number of cells.
module domain
  implicit none
  private
  public :: block_t, decompose, serial_block, block_start, west, east, south, north

  integer, parameter :: west = 1, east = 2, south = 3, north = 4

  type :: block_t
     integer :: nxg = 0, nyg = 0         ! cells of the whole grid
     integer :: px = 1, py = 1           ! images along each axis
     integer :: ip = 1, jp = 1           ! where this image stands among them
     integer :: nx = 0, ny = 0           ! cells of this block
     integer :: i0 = 0, j0 = 0           ! cells of the grid before this block
     integer, allocatable :: neighbours(:)   ! images that share a side with it
   contains
     procedure :: at_boundary
     procedure :: columns_of
     procedure :: rows_of
  end type block_t

contains

  ! The factorisation px*py = num_images() that sends the fewest cells.
  subroutine decompose(blk, nxg, nyg, min_width)
    type(block_t), intent(out) :: blk
    integer, intent(in) :: nxg, nyg, min_width
    integer :: n, px, cost, best

    n = num_images()
    best = huge(best)
    do px = 1, n
       if (mod(n, px) /= 0) cycle
       if (nxg/px < min_width .or. nyg/(n/px) < min_width) cycle
       cost = (px - 1)*nyg + (n/px - 1)*nxg
       if (cost < best) then
          best = cost
          blk%px = px
          blk%py = n/px
       end if
    end do
    if (best == huge(best)) error stop 'euler2d: the grid is too small for so many images'

    blk%nxg = nxg
    blk%nyg = nyg
    blk%ip = 1 + mod(this_image() - 1, blk%px)
    blk%jp = 1 + (this_image() - 1)/blk%px
    blk%i0 = block_start(nxg, blk%px, blk%ip)
    blk%j0 = block_start(nyg, blk%py, blk%jp)
    blk%nx = blk%columns_of(blk%ip)
    blk%ny = blk%rows_of(blk%jp)
    allocate (blk%neighbours(0))
    if (blk%ip > 1) blk%neighbours = [blk%neighbours, this_image() - 1]
    if (blk%ip < blk%px) blk%neighbours = [blk%neighbours, this_image() + 1]
    if (blk%jp > 1) blk%neighbours = [blk%neighbours, this_image() - blk%px]
    if (blk%jp < blk%py) blk%neighbours = [blk%neighbours, this_image() + blk%px]
  end subroutine decompose

  ! The whole grid as one block, for the reference on one image.
  subroutine serial_block(blk, nxg, nyg)
    type(block_t), intent(out) :: blk
    integer, intent(in) :: nxg, nyg

    blk = block_t(nxg=nxg, nyg=nyg, nx=nxg, ny=nyg)
    allocate (blk%neighbours(0))
  end subroutine serial_block

  pure integer function block_start(n, p, ip)
    integer, intent(in) :: n, p, ip

    block_start = (n*(ip - 1))/p
  end function block_start

  pure integer function columns_of(this, ip)
    class(block_t), intent(in) :: this
    integer, intent(in) :: ip

    columns_of = block_start(this%nxg, this%px, ip + 1) - block_start(this%nxg, this%px, ip)
  end function columns_of

  pure integer function rows_of(this, jp)
    class(block_t), intent(in) :: this
    integer, intent(in) :: jp

    rows_of = block_start(this%nyg, this%py, jp + 1) - block_start(this%nyg, this%py, jp)
  end function rows_of

  pure logical function at_boundary(this, side)
    class(block_t), intent(in) :: this
    integer, intent(in) :: side

    select case (side)
    case (west)
       at_boundary = this%ip == 1
    case (east)
       at_boundary = this%ip == this%px
    case (south)
       at_boundary = this%jp == 1
    case default
       at_boundary = this%jp == this%py
    end select
  end function at_boundary

end module domain
