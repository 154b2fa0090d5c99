! Himeno's benchmark with MPI, as its original: first the faces in z, then those in y with what has
! come in z.
program himeno_mpi
  use himeno_grid
  use mpi
  implicit none
  real, allocatable :: p(:,:,:)
  integer :: place(2), rank, comm, type_y, type_z, ierr
  integer :: lower_y, upper_y, lower_z, upper_z
  real(real64) :: gosa, time, communication

  call set_size()
  call initcomm()
  call initmax()
  call initmt(p, place(1) + 1)
  call jacobi(iterations, gosa, time, communication)
  if (rank == 0) call report(gosa, time, communication)
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
    integer :: processes

    call MPI_Init(ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, processes, ierr)
    call divide(processes)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, [ndz, ndy], [.false., .false.], .false., comm, ierr)
    call MPI_Comm_rank(comm, rank, ierr)
    call MPI_Cart_coords(comm, rank, 2, place, ierr)
    call MPI_Cart_shift(comm, 0, 1, lower_z, upper_z, ierr)
    call MPI_Cart_shift(comm, 1, 1, lower_y, upper_y, ierr)
  end subroutine

  subroutine initmax()
    imax = nx
    jmax = share(ny, ndy, place(2) + 1)
    kmax = share(nz, ndz, place(1) + 1)
    allocate (p(imax, jmax, kmax))
    call MPI_Type_contiguous(imax * jmax, MPI_REAL, type_z, ierr)
    call MPI_Type_commit(type_z, ierr)
    call MPI_Type_vector(kmax, imax, imax * jmax, MPI_REAL, type_y, ierr)
    call MPI_Type_commit(type_y, ierr)
  end subroutine

  subroutine sendp()
    integer :: requests(4)

    call MPI_Irecv(p(1,1,kmax), 1, type_z, upper_z, 1, comm, requests(1), ierr)
    call MPI_Irecv(p(1,1,1), 1, type_z, lower_z, 2, comm, requests(2), ierr)
    call MPI_Isend(p(1,1,2), 1, type_z, lower_z, 1, comm, requests(3), ierr)
    call MPI_Isend(p(1,1,kmax-1), 1, type_z, upper_z, 2, comm, requests(4), ierr)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierr)
    call MPI_Irecv(p(1,jmax,1), 1, type_y, upper_y, 1, comm, requests(1), ierr)
    call MPI_Irecv(p(1,1,1), 1, type_y, lower_y, 2, comm, requests(2), ierr)
    call MPI_Isend(p(1,2,1), 1, type_y, lower_y, 1, comm, requests(3), ierr)
    call MPI_Isend(p(1,jmax-1,1), 1, type_y, upper_y, 2, comm, requests(4), ierr)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierr)
  end subroutine
end program
