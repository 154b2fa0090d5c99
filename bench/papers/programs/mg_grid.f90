! NAS MG (NAS-95-020, section 2.4): four or twenty V-cycles of multigrid for a Poisson problem with
! periodic boundaries on n**3 points. What all versions have alike: the kernels, on a slab of nz
! planes of n * n points inside a halo, and the right side.
!
! The directives of OpenMP count in the version with threads alone, which is the serial one compiled
! with -fopenmp.
!
! A grid of level k has 2**k points in each direction. All levels of an array lie in one vector,
! that of level k from first(k) on, as in the reference implementation.
module mg_grid
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: dp = real64
  real(dp), parameter :: a(0:3) = [-8.0_dp/3, 0.0_dp, 1.0_dp/6, 1.0_dp/12]
  real(dp) :: c(0:2)
  real(dp) :: verified                      ! the norm of the residual
  integer :: top, cycles
  integer, allocatable :: first(:)

contains

  subroutine set_class(class)
    character(len=*), intent(in) :: class

    c = [-3.0_dp/8, 1.0_dp/32, -1.0_dp/64]
    cycles = 4
    select case (class)
    case ('W'); top = 7; verified = 0.6467329375339e-05_dp
    case ('A'); top = 8; verified = 0.2433365309069e-05_dp
    case ('B')
      top = 8; cycles = 20; verified = 0.1800564401355e-05_dp
      c = [-3.0_dp/17, 1.0_dp/33, -1.0_dp/61]
    case default; top = 5; verified = 0.5307707005734e-04_dp
    end select
  end subroutine

  ! Divides the vectors of all levels for slabs of a part of the planes. Returns their length.
  integer function divide(parts)
    integer, intent(in) :: parts
    integer :: k

    if (.not. allocated(first)) allocate (first(0:top))
    divide = 1
    do k = 0, top
      first(k) = divide
      divide = divide + (2**k + 2)**2 * (max(2**k / parts, 1) + 2)
    end do
    divide = divide - 1
  end function

  ! r = v - A u
  subroutine residual(u, v, r, n, nz)
    integer, intent(in) :: n, nz
    real(dp), intent(in) :: u(0:n+1, 0:n+1, 0:nz+1)
    real(dp), intent(in) :: v(0:n+1, 0:n+1, 0:nz+1)
    real(dp), intent(inout) :: r(0:n+1, 0:n+1, 0:nz+1)
    real(dp) :: near(0:n+1), far(0:n+1)     ! sums over neighbours in y or z, and in y and z
    integer :: i, j, k

    !$omp parallel do private(i, j, near, far)
    do k = 1, nz
      do j = 1, n
        do i = 0, n + 1
          near(i) = u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1)
          far(i) = u(i,j-1,k-1) + u(i,j+1,k-1) + u(i,j-1,k+1) + u(i,j+1,k+1)
        end do
        do i = 1, n
          r(i,j,k) = v(i,j,k) - a(0) * u(i,j,k) - a(2) * (far(i) + near(i-1) + near(i+1)) &
              - a(3) * (far(i-1) + far(i+1))
        end do
      end do
    end do
  end subroutine

  ! r = r - A u
  subroutine subtract(u, r, n, nz)
    integer, intent(in) :: n, nz
    real(dp), intent(in) :: u(0:n+1, 0:n+1, 0:nz+1)
    real(dp), intent(inout) :: r(0:n+1, 0:n+1, 0:nz+1)
    real(dp) :: near(0:n+1), far(0:n+1)     ! sums over neighbours in y or z, and in y and z
    integer :: i, j, k

    !$omp parallel do private(i, j, near, far)
    do k = 1, nz
      do j = 1, n
        do i = 0, n + 1
          near(i) = u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1)
          far(i) = u(i,j-1,k-1) + u(i,j+1,k-1) + u(i,j-1,k+1) + u(i,j+1,k+1)
        end do
        do i = 1, n
          r(i,j,k) = r(i,j,k) - a(0) * u(i,j,k) - a(2) * (far(i) + near(i-1) + near(i+1)) &
              - a(3) * (far(i-1) + far(i+1))
        end do
      end do
    end do
  end subroutine

  ! u = u + C r
  subroutine smooth(r, u, n, nz)
    integer, intent(in) :: n, nz
    real(dp), intent(in) :: r(0:n+1, 0:n+1, 0:nz+1)
    real(dp), intent(inout) :: u(0:n+1, 0:n+1, 0:nz+1)
    real(dp) :: near(0:n+1), far(0:n+1)
    integer :: i, j, k

    !$omp parallel do private(i, j, near, far)
    do k = 1, nz
      do j = 1, n
        do i = 0, n + 1
          near(i) = r(i,j-1,k) + r(i,j+1,k) + r(i,j,k-1) + r(i,j,k+1)
          far(i) = r(i,j-1,k-1) + r(i,j+1,k-1) + r(i,j-1,k+1) + r(i,j+1,k+1)
        end do
        do i = 1, n
          u(i,j,k) = u(i,j,k) + c(0) * r(i,j,k) + c(1) * (r(i-1,j,k) + r(i+1,j,k) + near(i)) &
              + c(2) * (far(i) + near(i-1) + near(i+1))
        end do
      end do
    end do
  end subroutine

  ! The next coarser residual: point j of it lies at point 2j.
  subroutine restrict(r, s, n, nz)
    integer, intent(in) :: n, nz            ! of the coarser grid
    real(dp), intent(in) :: r(0:2*n+1, 0:2*n+1, 0:2*nz+1)
    real(dp), intent(inout) :: s(0:n+1, 0:n+1, 0:nz+1)
    real(dp) :: near(0:2*n+1), far(0:2*n+1)
    integer :: i, j, k, jj, kk

    !$omp parallel do private(i, j, jj, kk, near, far)
    do k = 1, nz
      kk = 2 * k
      do j = 1, n
        jj = 2 * j
        do i = 1, 2 * n + 1
          near(i) = r(i,jj-1,kk) + r(i,jj+1,kk) + r(i,jj,kk-1) + r(i,jj,kk+1)
          far(i) = r(i,jj-1,kk-1) + r(i,jj+1,kk-1) + r(i,jj-1,kk+1) + r(i,jj+1,kk+1)
        end do
        do i = 1, n
          s(i,j,k) = 0.5_dp * r(2*i,jj,kk) &
              + 0.25_dp * (r(2*i-1,jj,kk) + r(2*i+1,jj,kk) + near(2*i)) &
              + 0.125_dp * (near(2*i-1) + near(2*i+1) + far(2*i)) &
              + 0.0625_dp * (far(2*i-1) + far(2*i+1))
        end do
      end do
    end do
  end subroutine

  ! u = u + the coarser z, trilinear; the halo, too.
  subroutine interpolate(z, u, n, nz)
    integer, intent(in) :: n, nz            ! of the coarser grid
    real(dp), intent(in) :: z(0:n+1, 0:n+1, 0:nz+1)
    real(dp), intent(inout) :: u(0:2*n+1, 0:2*n+1, 0:2*nz+1)
    real(dp) :: z1(0:n+1), z2(0:n+1), z3(0:n+1)
    integer :: i, j, k

    !$omp parallel do private(i, j, z1, z2, z3)
    do k = 0, nz
      do j = 0, n
        do i = 0, n + 1
          z1(i) = z(i,j+1,k) + z(i,j,k)
          z2(i) = z(i,j,k+1) + z(i,j,k)
          z3(i) = z(i,j+1,k+1) + z(i,j,k+1) + z1(i)
        end do
        do i = 0, n
          u(2*i,2*j,2*k) = u(2*i,2*j,2*k) + z(i,j,k)
          u(2*i+1,2*j,2*k) = u(2*i+1,2*j,2*k) + 0.5_dp * (z(i+1,j,k) + z(i,j,k))
        end do
        do i = 0, n
          u(2*i,2*j+1,2*k) = u(2*i,2*j+1,2*k) + 0.5_dp * z1(i)
          u(2*i+1,2*j+1,2*k) = u(2*i+1,2*j+1,2*k) + 0.25_dp * (z1(i) + z1(i+1))
        end do
        do i = 0, n
          u(2*i,2*j,2*k+1) = u(2*i,2*j,2*k+1) + 0.5_dp * z2(i)
          u(2*i+1,2*j,2*k+1) = u(2*i+1,2*j,2*k+1) + 0.25_dp * (z2(i) + z2(i+1))
        end do
        do i = 0, n
          u(2*i,2*j+1,2*k+1) = u(2*i,2*j+1,2*k+1) + 0.25_dp * z3(i)
          u(2*i+1,2*j+1,2*k+1) = u(2*i+1,2*j+1,2*k+1) + 0.125_dp * (z3(i) + z3(i+1))
        end do
      end do
    end do
  end subroutine

  ! The halo in x and y, of all planes from one to another: the boundary is periodic.
  subroutine wrap(u, n, nz, from, to)
    integer, intent(in) :: n, nz, from, to
    real(dp), intent(inout) :: u(0:n+1, 0:n+1, 0:nz+1)
    integer :: k

    !$omp parallel do
    do k = from, to
      u(0,1:n,k) = u(n,1:n,k)
      u(n+1,1:n,k) = u(1,1:n,k)
      u(:,0,k) = u(:,n,k)
      u(:,n+1,k) = u(:,1,k)
    end do
  end subroutine

  ! The same, and the halo in z, of a whole grid.
  subroutine wrap_whole(u, n)
    integer, intent(in) :: n
    real(dp), intent(inout) :: u(0:n+1, 0:n+1, 0:n+1)

    call wrap(u, n, n, 1, n)
    u(:,:,0) = u(:,:,n)
    u(:,:,n+1) = u(:,:,1)
  end subroutine

  ! The part of a V-cycle from level k down and up again, of whole grids: u approximates the
  ! solution of A u = r.
  recursive subroutine cycle_whole(r, u, k)
    integer, intent(in) :: k
    real(dp), intent(inout) :: r((2**k + 2)**3)
    real(dp), intent(out) :: u((2**k + 2)**3)
    real(dp), allocatable :: coarse_r(:), coarse_u(:)
    integer :: n

    n = 2**k
    u = 0
    if (k > 1) then
      allocate (coarse_r((n/2 + 2)**3), coarse_u((n/2 + 2)**3))
      call restrict(r, coarse_r, n / 2, n / 2)
      call wrap_whole(coarse_r, n / 2)
      call cycle_whole(coarse_r, coarse_u, k - 1)
      call interpolate(coarse_u, u, n / 2, n / 2)
      call subtract(u, r, n, n)
      call wrap_whole(r, n)
    end if
    call smooth(r, u, n, n)
    call wrap_whole(u, n)
  end subroutine

  real(dp) function squares(r, n, nz)
    integer, intent(in) :: n, nz
    real(dp), intent(in) :: r(0:n+1, 0:n+1, 0:nz+1)

    squares = sum(r(1:n,1:n,1:nz)**2)
  end function

  ! Random numbers: x(k+1) = 5**13 x(k) mod 2**46.
  integer(int64) function times(x, y)
    integer(int64), intent(in) :: x, y
    integer(int64), parameter :: half = 2_int64**23
    integer(int64) :: middle

    middle = mod(mod(x, half) * (y / half) + (x / half) * mod(y, half), half)
    times = mod(middle * half + mod(x, half) * mod(y, half), half * half)
  end function

  ! The seed after so many numbers.
  integer(int64) function seed_after(count)
    integer(int64), intent(in) :: count
    integer(int64) :: left, power

    seed_after = 314159265_int64
    power = 5_int64**13
    left = count
    do while (left > 0)
      if (mod(left, 2_int64) == 1) seed_after = times(seed_after, power)
      power = times(power, power)
      left = left / 2
    end do
  end function

  ! The ten greatest and the ten least numbers of a slab's points, in ascending order, each with
  ! its place in the whole grid.
  subroutine extremes(n, nz, before, list)
    integer, intent(in) :: n, nz
    integer(int64), intent(in) :: before    ! points of the grid before the slab
    real(dp), intent(out) :: list(2, 10, 2)
    integer(int64) :: x, i

    list(1,:,1) = -1                        ! the greatest: the least of them first
    list(1,:,2) = 2                         ! the least: the greatest of them first
    list(2,:,:) = -1
    x = seed_after(before)
    do i = before, before + int(n, int64) * n * nz - 1
      x = times(x, 5_int64**13)
      call consider(real(x, dp) / 2.0_dp**46, real(i, dp), list)
    end do
  end subroutine

  subroutine consider(value, place, list)
    real(dp), intent(in) :: value, place
    real(dp), intent(inout) :: list(2, 10, 2)
    integer :: m

    if (value > list(1,1,1)) then
      m = 1
      do while (m < 10)
        if (list(1,m+1,1) >= value) exit
        list(:,m,1) = list(:,m+1,1)
        m = m + 1
      end do
      list(:,m,1) = [value, place]
    end if
    if (value < list(1,1,2)) then
      m = 1
      do while (m < 10)
        if (list(1,m+1,2) <= value) exit
        list(:,m,2) = list(:,m+1,2)
        m = m + 1
      end do
      list(:,m,2) = [value, place]
    end if
  end subroutine

  ! The right side: 1 where the ten greatest numbers are, -1 where the least are, else 0.
  subroutine right_side(v, n, nz, before, list)
    integer, intent(in) :: n, nz
    integer(int64), intent(in) :: before
    real(dp), intent(out) :: v(0:n+1, 0:n+1, 0:nz+1)
    real(dp), intent(in) :: list(2, 10, 2)
    integer(int64) :: at
    integer :: m

    v = 0
    do m = 1, 10
      at = int(list(2,m,1), int64) - before
      if (at >= 0 .and. at < int(n, int64) * n * nz) call set(at, 1.0_dp)
      at = int(list(2,m,2), int64) - before
      if (at >= 0 .and. at < int(n, int64) * n * nz) call set(at, -1.0_dp)
    end do
  contains
    subroutine set(at, value)
      integer(int64), intent(in) :: at
      real(dp), intent(in) :: value

      v(1 + mod(at, int(n, int64)), 1 + mod(at / n, int(n, int64)), 1 + at / n / n) = value
    end subroutine
  end subroutine

  real(dp) function seconds()
    integer(int64) :: count, rate

    call system_clock(count, rate)
    seconds = real(count, dp) / rate
  end function
end module
