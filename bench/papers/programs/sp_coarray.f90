! The exchange of NAS SP with coarrays: planes and blocks are put where they are needed.
module sp_exchange
  use sp_grid
  implicit none
  real(dp), allocatable :: u(:,:,:,:)[:], sent(:), received(:,:)[:]
  integer, allocatable :: partners(:)       ! images that have planes in this image's halo

contains

  subroutine start_parts()
    parts = num_images()
    part = this_image() - 1
  end subroutine

  subroutine begin(most)
    integer, intent(in) :: most             ! planes of a part
    integer :: one, from, to

    allocate (u(-1:n+2, -1:n+2, 5, -1:most+2)[*])
    allocate (sent(8 * n * n * most), received(8 * n * n * most, 2)[*])
    allocate (partners(0))
    do one = 0, parts - 1
      call planes_between(part, one, from, to)
      if (one /= part .and. from <= to) partners = [partners, one + 1]
    end do
  end subroutine

  ! The exchange of blocks of the step before is when all images have used their halo.
  subroutine exchange_u()
    integer :: m, one, from, to, mine, its

    mine = before(part)
    do m = 1, size(partners)
      one = partners(m) - 1
      call planes_between(part, one, from, to)
      its = before(one)
      u(:,:,:,from-its:to-its)[one+1] = u(:,:,:,from-mine:to-mine)
    end do
    sync images (partners)
  end subroutine

  ! Blocks have so many rows: eight on the way there, five on the way back.
  subroutine exchange_blocks(width, way)
    integer, intent(in) :: width, way
    integer :: m, one, nz, from, to, length

    nz = before(part + 1) - before(part)
    do m = 0, parts - 1
      one = mod(part + m, parts)            ! each image begins with another
      length = width * n * nz * (before(one + 1) - before(one))
      from = width * n * nz * before(one)
      to = width * n * (before(one + 1) - before(one)) * before(part)
      received(to+1:to+length,way)[one+1] = sent(from+1:from+length)
    end do
    sync all
  end subroutine

  subroutine add_all(x)
    real(dp), intent(inout) :: x(10)

    call co_sum(x)
  end subroutine

  subroutine meet()
    sync all
  end subroutine

  subroutine finish()
  end subroutine
end module
