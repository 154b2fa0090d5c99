! Himeno's benchmark with coarrays: each image gets its halo from the rims of its
! neighbours.
program himeno_get
  use himeno_grid
  implicit none
  real, allocatable :: p(:,:,:)[:,:]
  integer :: iy, iz
  integer, allocatable :: neighbours(:)
  logical :: lower_y, upper_y, lower_z, upper_z
  real(real64) :: gosa, time, communication

  call set_size()
  call initcomm()
  call initmax()
  call initmt(p, iz)
  call jacobi(iterations, gosa, time, communication)
  if (this_image() == 1) call report(gosa, time, communication)

contains

  subroutine jacobi(nn, gosa, time, communication)
    integer, intent(in) :: nn
    real(real64), intent(out) :: gosa, time, communication
    real(real64) :: start, begun
    integer :: loop

    sync all
    communication = 0
    start = seconds()
    do loop = 1, nn
      call sweep(p, gosa)
      begun = seconds()
      call recvp()
      call co_sum(gosa)
      communication = communication + seconds() - begun
    end do
    time = seconds() - start
  end subroutine

  subroutine initcomm()
    call divide(num_images())
    iy = mod(this_image() - 1, ndy) + 1
    iz = (this_image() - 1) / ndy + 1
    lower_y = iy > 1
    upper_y = iy < ndy
    lower_z = iz > 1
    upper_z = iz < ndz
  end subroutine

  subroutine initmax()
    integer :: y, z

    imax = nx
    jmax = share(ny, ndy, iy)
    kmax = share(nz, ndz, iz)
    allocate (p(imax, share(ny, ndy, 1), share(nz, ndz, 1))[ndy,*], neighbours(0))
    do z = max(iz - 1, 1), min(iz + 1, ndz)
      do y = max(iy - 1, 1), min(iy + 1, ndy)
        if (y /= iy .or. z /= iz) neighbours = [neighbours, image_index(p, [y, z])]
      end do
    end do
  end subroutine

  subroutine recvp()
    integer :: j, k, jn, kn

    j = jmax - 1
    k = kmax - 1
    jn = share(ny, ndy, iy - 1) - 1
    kn = share(nz, ndz, iz - 1) - 1
    sync images (neighbours)
    if (upper_z) p(1:imax, 2:j, kmax) = p(1:imax, 2:j, 2)[iy, iz+1]
    if (lower_z) p(1:imax, 2:j, 1) = p(1:imax, 2:j, kn)[iy, iz-1]
    if (upper_y) p(1:imax, jmax, 2:k) = p(1:imax, 2, 2:k)[iy+1, iz]
    if (lower_y) p(1:imax, 1, 2:k) = p(1:imax, jn, 2:k)[iy-1, iz]
    if (upper_y .and. upper_z) p(1:imax, jmax, kmax) = p(1:imax, 2, 2)[iy+1, iz+1]
    if (upper_y .and. lower_z) p(1:imax, jmax, 1) = p(1:imax, 2, kn)[iy+1, iz-1]
    if (lower_y .and. upper_z) p(1:imax, 1, kmax) = p(1:imax, jn, 2)[iy-1, iz+1]
    if (lower_y .and. lower_z) p(1:imax, 1, 1) = p(1:imax, jn, kn)[iy-1, iz-1]
    sync images (neighbours)
  end subroutine
end program
