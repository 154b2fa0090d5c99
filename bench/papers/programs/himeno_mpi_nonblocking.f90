! Himeno's benchmark with MPI: all faces and edges at once, each by a message of its own, and one
! wait.
program himeno_mpi_nonblocking
  use himeno_grid
  use mpi
  implicit none
  real, allocatable :: p(:,:,:)
  integer :: place(2), rank, comm, type_x, type_y, type_z, ierr
  integer :: neighbours(-1:1, -1:1)         ! in y and z
  integer :: requests(16), requests_made
  real(real64) :: gosa, time, communication

  call set_size()
  call initcomm()
  call initmax()
  call initmt(p, place(1) + 1)
  call jacobi(iterations, gosa, time, communication)
  if (rank == 0) call report(gosa, time, communication)
  call MPI_Type_free(type_x, ierr)
  call MPI_Type_free(type_y, ierr)
  call MPI_Type_free(type_z, ierr)
  call MPI_Comm_free(comm, ierr)
  call MPI_Finalize(ierr)

contains

  subroutine jacobi(nn, gosa, time, communication)
    integer, intent(in) :: nn
    real(real64), intent(out) :: gosa, time, communication
    real(real64) :: start, begun
    integer :: loop

    call MPI_Barrier(comm, ierr)
    communication = 0
    start = seconds()
    do loop = 1, nn
      call sweep(p, gosa)
      begun = seconds()
      call sendp()
      call MPI_Allreduce(MPI_IN_PLACE, gosa, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm, ierr)
      communication = communication + seconds() - begun
    end do
    time = seconds() - start
  end subroutine

  subroutine initcomm()
    integer :: processes, y, z, at(2)

    call MPI_Init(ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, processes, ierr)
    call divide(processes)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, [ndz, ndy], [.false., .false.], .false., comm, ierr)
    call MPI_Comm_rank(comm, rank, ierr)
    call MPI_Cart_coords(comm, rank, 2, place, ierr)
    neighbours = MPI_PROC_NULL
    do z = -1, 1
      do y = -1, 1
        at = place + [z, y]
        if (any(at < 0) .or. any(at >= [ndz, ndy])) cycle
        call MPI_Cart_rank(comm, at, neighbours(y, z), ierr)
      end do
    end do
  end subroutine

  subroutine initmax()
    imax = nx
    jmax = share(ny, ndy, place(2) + 1)
    kmax = share(nz, ndz, place(1) + 1)
    allocate (p(imax, jmax, kmax))
    call MPI_Type_contiguous(imax, MPI_REAL, type_x, ierr)
    call MPI_Type_commit(type_x, ierr)
    call MPI_Type_contiguous(imax * (jmax - 2), MPI_REAL, type_z, ierr)
    call MPI_Type_commit(type_z, ierr)
    call MPI_Type_vector(kmax - 2, imax, imax * jmax, MPI_REAL, type_y, ierr)
    call MPI_Type_commit(type_y, ierr)
  end subroutine

  subroutine sendp()
    requests_made = 0
    call exchange(0, 1, type_z, 2, kmax, 2, kmax - 1)
    call exchange(0, -1, type_z, 2, 1, 2, 2)
    call exchange(1, 0, type_y, jmax, 2, jmax - 1, 2)
    call exchange(-1, 0, type_y, 1, 2, 2, 2)
    call exchange(1, 1, type_x, jmax, kmax, jmax - 1, kmax - 1)
    call exchange(1, -1, type_x, jmax, 1, jmax - 1, 2)
    call exchange(-1, 1, type_x, 1, kmax, 2, kmax - 1)
    call exchange(-1, -1, type_x, 1, 1, 2, 2)
    call MPI_Waitall(requests_made, requests, MPI_STATUSES_IGNORE, ierr)
  end subroutine

  ! Begins to receive what comes from a neighbour into the halo at (jr, kr), and to send what begins
  ! at (js, ks) to it. The tag is the direction in which data go.
  subroutine exchange(y, z, kind, jr, kr, js, ks)
    integer, intent(in) :: y, z, kind, jr, kr, js, ks
    integer :: n

    n = requests_made
    call MPI_Irecv(p(1,jr,kr), 1, kind, neighbours(y, z), 10 * (1 - y) + 1 - z, comm, &
        requests(n+1), ierr)
    call MPI_Isend(p(1,js,ks), 1, kind, neighbours(y, z), 10 * (1 + y) + 1 + z, comm, &
        requests(n+2), ierr)
    requests_made = n + 2
  end subroutine
end program
