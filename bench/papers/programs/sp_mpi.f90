! The exchange of NAS SP with MPI.
module sp_exchange
  use sp_grid
  use mpi
  implicit none
  real(dp), allocatable :: u(:,:,:,:), sent(:), received(:,:)
  integer, allocatable :: partners(:)       ! processes that have planes in this one's halo
  integer :: ierr

contains

  subroutine start_parts()
    call MPI_Init(ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, parts, ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, part, ierr)
  end subroutine

  subroutine begin(most)
    integer, intent(in) :: most             ! planes of a part
    integer :: one, from, to

    allocate (u(-1:n+2, -1:n+2, 5, -1:most+2))
    allocate (sent(8 * n * n * most), received(8 * n * n * most, 2))
    allocate (partners(0))
    do one = 0, parts - 1
      call planes_between(part, one, from, to)
      if (one /= part .and. from <= to) partners = [partners, one]
    end do
  end subroutine

  subroutine exchange_u()
    integer :: m, from, to, mine, plane
    integer :: requests(2 * size(partners))

    mine = before(part)
    plane = 5 * (n + 4)**2
    do m = 1, size(partners)
      call planes_between(partners(m), part, from, to)
      call MPI_Irecv(u(-1,-1,1,from-mine), (to - from + 1) * plane, MPI_DOUBLE_PRECISION, &
          partners(m), 1, MPI_COMM_WORLD, requests(2*m-1), ierr)
      call planes_between(part, partners(m), from, to)
      call MPI_Isend(u(-1,-1,1,from-mine), (to - from + 1) * plane, MPI_DOUBLE_PRECISION, &
          partners(m), 1, MPI_COMM_WORLD, requests(2*m), ierr)
    end do
    call MPI_Waitall(size(requests), requests, MPI_STATUSES_IGNORE, ierr)
  end subroutine

  ! Blocks have so many rows: eight on the way there, five on the way back.
  subroutine exchange_blocks(width, way)
    integer, intent(in) :: width, way
    integer :: counts(parts), places(parts), one, nz

    nz = before(part + 1) - before(part)
    do one = 0, parts - 1
      counts(one+1) = width * n * nz * (before(one + 1) - before(one))
      places(one+1) = width * n * nz * before(one)
    end do
    call MPI_Alltoallv(sent, counts, places, MPI_DOUBLE_PRECISION, received(1,way), counts, &
        places, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
  end subroutine

  subroutine add_all(x)
    real(dp), intent(inout) :: x(10)

    call MPI_Allreduce(MPI_IN_PLACE, x, 10, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end subroutine

  subroutine meet()
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine

  subroutine finish()
    call MPI_Finalize(ierr)
  end subroutine
end module
