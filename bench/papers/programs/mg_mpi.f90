! The exchange of NAS MG with MPI.
module mg_exchange
  use mg_grid
  use mpi
  implicit none
  integer :: parts, part
  real(dp), allocatable :: u(:), r(:)
  integer :: above, below, ierr

contains

  subroutine start_parts()
    call MPI_Init(ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, parts, ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, part, ierr)
    above = mod(part + 1, parts)
    below = mod(part + parts - 1, parts)
  end subroutine

  subroutine begin(length)
    integer, intent(in) :: length

    allocate (u(length), r(length))
  end subroutine

  subroutine exchange_u(k)
    integer, intent(in) :: k

    call exchange(u, k)
  end subroutine

  subroutine exchange_r(k)
    integer, intent(in) :: k

    call exchange(r, k)
  end subroutine

  subroutine exchange(x, k)
    real(dp), intent(inout) :: x(*)
    integer, intent(in) :: k
    integer :: n, nz, plane, bottom, requests(4)

    n = 2**k
    nz = n / parts
    plane = (n + 2)**2
    bottom = first(k)                       ! of the halo below
    call wrap(x(bottom), n, nz, 1, nz)
    if (parts == 1) then
      x(bottom:bottom+plane-1) = x(bottom+nz*plane:bottom+(nz+1)*plane-1)
      x(bottom+(nz+1)*plane:bottom+(nz+2)*plane-1) = x(bottom+plane:bottom+2*plane-1)
      return
    end if
    call MPI_Irecv(x(bottom), plane, MPI_DOUBLE_PRECISION, below, 1, MPI_COMM_WORLD, &
        requests(1), ierr)
    call MPI_Irecv(x(bottom+(nz+1)*plane), plane, MPI_DOUBLE_PRECISION, above, 2, &
        MPI_COMM_WORLD, requests(2), ierr)
    call MPI_Isend(x(bottom+nz*plane), plane, MPI_DOUBLE_PRECISION, above, 1, MPI_COMM_WORLD, &
        requests(3), ierr)
    call MPI_Isend(x(bottom+plane), plane, MPI_DOUBLE_PRECISION, below, 2, MPI_COMM_WORLD, &
        requests(4), ierr)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierr)
  end subroutine

  ! All planes of the residual of level log2(parts), of which each process has one.
  subroutine gather(k, whole)
    integer, intent(in) :: k
    real(dp), intent(out) :: whole(0:2**k+1, 0:2**k+1, 0:2**k+1)
    integer :: n, plane

    n = 2**k
    plane = (n + 2)**2
    if (parts == 1) then
      whole = reshape(r(first(k):first(k)+size(whole)-1), shape(whole))
      return
    end if
    call MPI_Allgather(r(first(k)+plane), plane, MPI_DOUBLE_PRECISION, whole(0,0,1), plane, &
        MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
    whole(:,:,0) = whole(:,:,n)
    whole(:,:,n+1) = whole(:,:,1)
  end subroutine

  subroutine gather_lists(mine, all)
    real(dp), intent(in) :: mine(40)
    real(dp), intent(out) :: all(40, *)

    call MPI_Allgather(mine, 40, MPI_DOUBLE_PRECISION, all, 40, MPI_DOUBLE_PRECISION, &
        MPI_COMM_WORLD, ierr)
  end subroutine

  subroutine add_all(x)
    real(dp), intent(inout) :: x

    call MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end subroutine

  subroutine meet()
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine

  subroutine finish()
    call MPI_Finalize(ierr)
  end subroutine
end module
