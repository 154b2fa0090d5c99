! Himeno's benchmark: Poisson's equation by Jacobi's method. What all versions have alike: the grid,
! its division over images or processes in y and z, the sweep over a block.
module himeno_grid
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer :: nx, ny, nz                     ! the whole grid, its boundary included
  integer :: ndy, ndz                       ! parts in y and in z
  integer :: imax, jmax, kmax               ! this block, its halo included
  integer :: iterations
  real, parameter :: omega = 0.8
  real, allocatable, dimension(:,:,:,:) :: a, b, c
  real, allocatable, dimension(:,:,:) :: bnd, wrk1, wrk2

contains

  subroutine set_size()
    character(len=8) :: word

    call get_command_argument(1, word)
    select case (word)
    case ('M'); nx = 256; ny = 128; nz = 128; iterations = 60
    case ('L'); nx = 512; ny = 256; nz = 256; iterations = 10
    case ('XL'); nx = 1024; ny = 512; nz = 512; iterations = 4
    case default; nx = 128; ny = 64; nz = 64; iterations = 400
    end select
    call get_command_argument(2, word)
    if (word /= '') read (word, *) iterations
  end subroutine

  ! Of the parts in y and z, the most square ones, more in z.
  subroutine divide(parts)
    integer, intent(in) :: parts

    ndy = int(sqrt(real(parts)))
    do while (mod(parts, ndy) /= 0)
      ndy = ndy - 1
    end do
    ndz = parts / ndy
  end subroutine

  ! Cells of part i of so many that share the inside of n, its halo included.
  pure integer function share(n, parts, i)
    integer, intent(in) :: n, parts, i

    share = (n - 2) / parts + merge(1, 0, i <= mod(n - 2, parts)) + 2
  end function

  ! Cells before it.
  pure integer function before(n, parts, i)
    integer, intent(in) :: n, parts, i

    before = (i - 1) * ((n - 2) / parts) + min(i - 1, mod(n - 2, parts))
  end function

  subroutine initmt(p, iz)
    real, intent(out) :: p(:,:,:)
    integer, intent(in) :: iz               ! of the block in z
    integer :: k

    allocate (a(imax,jmax,kmax,4), b(imax,jmax,kmax,3), c(imax,jmax,kmax,3), &
        bnd(imax,jmax,kmax), wrk1(imax,jmax,kmax), wrk2(imax,jmax,kmax))
    a(:,:,:,1:3) = 1
    a(:,:,:,4) = 1.0 / 6
    b = 0
    c = 1
    bnd = 1
    wrk1 = 0
    wrk2 = 0
    do k = 1, kmax
      p(:,:,k) = real(before(nz, ndz, iz) + k - 1)**2 / real(nz - 1)**2
    end do
  end subroutine

  ! One sweep over the block: its new values go to p, the sum of squared changes to gosa.
  subroutine sweep(p, gosa)
    real, intent(inout), contiguous :: p(:,:,:)
    real(real64), intent(out) :: gosa
    real :: s0, ss(imax)
    integer :: i, j, k

    gosa = 0
    do k = 2, kmax - 1
      do j = 2, jmax - 1
        do i = 2, imax - 1
          s0 = a(i,j,k,1) * p(i+1,j,k) + a(i,j,k,2) * p(i,j+1,k) + a(i,j,k,3) * p(i,j,k+1) &
              + b(i,j,k,1) * (p(i+1,j+1,k) - p(i+1,j-1,k) - p(i-1,j+1,k) + p(i-1,j-1,k)) &
              + b(i,j,k,2) * (p(i,j+1,k+1) - p(i,j-1,k+1) - p(i,j+1,k-1) + p(i,j-1,k-1)) &
              + b(i,j,k,3) * (p(i+1,j,k+1) - p(i-1,j,k+1) - p(i+1,j,k-1) + p(i-1,j,k-1)) &
              + c(i,j,k,1) * p(i-1,j,k) + c(i,j,k,2) * p(i,j-1,k) + c(i,j,k,3) * p(i,j,k-1) &
              + wrk1(i,j,k)
          ss(i) = (s0 * a(i,j,k,4) - p(i,j,k)) * bnd(i,j,k)
          wrk2(i,j,k) = p(i,j,k) + omega * ss(i)
        end do
        gosa = gosa + sum(ss(2:imax-1)**2)
      end do
    end do
    p(2:imax-1, 2:jmax-1, 2:kmax-1) = wrk2(2:imax-1, 2:jmax-1, 2:kmax-1)
  end subroutine

  real(real64) function seconds()
    integer(int64) :: count, rate

    call system_clock(count, rate)
    seconds = real(count, real64) / rate
  end function

  subroutine report(gosa, time, communication)
    real(real64), intent(in) :: gosa, time, communication

    print '(3(a,es14.7))', 'bench himeno case=all seconds=', time, ' communication=', &
        communication, ' gosa=', gosa
    print '(a,f0.1)', 'bench himeno case=speed mflops=', &
        34e-6_real64 * (nx - 2) * (ny - 2) * (nz - 2) * iterations / time
  end subroutine
end module
