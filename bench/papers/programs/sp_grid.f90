! NAS SP (NAS-95-020, section 4.3): the compressible Navier-Stokes equations on a cube, implicit in
! time. A step factors the implicit operator by directions, turns each factor into five scalar
! equations, and solves a pentadiagonal system along each line. What all versions have alike: the
! kernels, on a slab of nz planes.
!
! The directives of OpenMP count in the version with threads alone, which is the serial one compiled
! with -fopenmp.
!
! n points in each direction are unknown; the points 0 and n+1 are the boundary. An image has the
! planes before+1 to before+nz of them, inside a halo of two planes on each side.
!
!     u(i,j,m,k)  density, momentum (2 to 4), energy
!     w(i,j,m,k)  1/density, velocity (2 to 4), density * velocity**2 / 2, speed of sound
!     r(i,m,j,k)  the residual, then the change of u
module sp_grid
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: dp = real64
  real(dp), parameter :: gamma = 1.4_dp, c2 = 0.4_dp, viscosity = 0.1_dp, half = 0.5_dp
  real(dp), parameter :: damping = 0.25_dp, diffusion(2:4) = [0.75_dp, 0.75_dp, 1.0_dp]
  real(dp), parameter :: bt = 0.70710678118654752440_dp
  real(dp), parameter :: ce(5,13) = reshape([ &       ! of the exact solution
      2.0_dp, 1.0_dp, 2.0_dp, 2.0_dp, 5.0_dp, 0.0_dp, 0.0_dp, 2.0_dp, 2.0_dp, 4.0_dp, &
      0.0_dp, 0.0_dp, 0.0_dp, 0.0_dp, 3.0_dp, 4.0_dp, 0.0_dp, 0.0_dp, 0.0_dp, 2.0_dp, &
      5.0_dp, 1.0_dp, 0.0_dp, 0.0_dp, 0.1_dp, 3.0_dp, 2.0_dp, 2.0_dp, 2.0_dp, 0.4_dp, &
      0.5_dp, 3.0_dp, 3.0_dp, 3.0_dp, 0.3_dp, 0.02_dp, 0.01_dp, 0.04_dp, 0.03_dp, 0.05_dp, &
      0.01_dp, 0.03_dp, 0.03_dp, 0.05_dp, 0.04_dp, 0.03_dp, 0.02_dp, 0.05_dp, 0.04_dp, 0.03_dp, &
      0.5_dp, 0.4_dp, 0.3_dp, 0.2_dp, 0.1_dp, 0.4_dp, 0.3_dp, 0.5_dp, 0.1_dp, 0.3_dp, &
      0.3_dp, 0.5_dp, 0.4_dp, 0.3_dp, 0.2_dp], [5, 13])
  integer :: parts = 1, part = 0
  integer :: n, steps
  real(dp) :: dt
  real(dp) :: norms(5,2)                    ! verified: of the residual, of the error
  ! Coefficients of the fourth difference, at each point of a row in x, and of a row at each point
  ! in y or z. The boundary counts as zero.
  real(dp), allocatable :: along(:,:), across(:,:,:)

contains

  subroutine set_class(class)
    character(len=*), intent(in) :: class
    integer :: i

    steps = 400
    select case (class)
    case ('W'); n = 34; dt = 0.0015_dp
      norms(:,1) = [0.1893253733584e-02_dp, 0.1717075447775e-03_dp, 0.2778153350936e-03_dp, &
          0.2887475409984e-03_dp, 0.3143611161242e-02_dp]
      norms(:,2) = [0.7542088599534e-04_dp, 0.6512852253086e-05_dp, 0.1049092285688e-04_dp, &
          0.1128838671535e-04_dp, 0.1212845639773e-03_dp]
    case ('A'); n = 62; dt = 0.0015_dp
      norms(:,1) = [2.4799822399300195_dp, 1.1276337964368832_dp, 1.5028977888770491_dp, &
          1.4217816211695179_dp, 2.1292113035138280_dp]
      norms(:,2) = [1.0900140297820550e-04_dp, 3.7343951769282091e-05_dp, &
          5.0092785406541633e-05_dp, 4.7671093939528255e-05_dp, 1.3621613399213001e-04_dp]
    case ('B'); n = 100; dt = 0.001_dp
      norms(:,1) = [69.03293579998_dp, 30.95134488084_dp, 41.03336647017_dp, &
          38.64769009604_dp, 56.43482272596_dp]
      norms(:,2) = [0.9810006190188e-02_dp, 0.1022827905670e-02_dp, 0.1720597911692e-02_dp, &
          0.1694479428231e-02_dp, 0.1847456263981e-01_dp]
    case default; n = 10; dt = 0.015_dp; steps = 100
      norms(:,1) = [2.7470315451339479e-02_dp, 1.0360746705285417e-02_dp, &
          1.6235745065095532e-02_dp, 1.5840557224455615e-02_dp, 3.4849040609362460e-02_dp]
      norms(:,2) = [2.7289258557377227e-05_dp, 1.0364446640837285e-05_dp, &
          1.6154798287166471e-05_dp, 1.5750704994480102e-05_dp, 3.4177666183390531e-05_dp]
    end select
    allocate (along(n,-2:2), across(n,-2:2,n))
    along = spread([1.0_dp, -4.0_dp, 6.0_dp, -4.0_dp, 1.0_dp], 1, n)
    along(1,:) = [0.0_dp, 0.0_dp, 5.0_dp, -4.0_dp, 1.0_dp]
    along(2,-2) = 0
    along(n-1,2) = 0
    along(n,:) = along(1,2:-2:-1)
    do i = 1, n
      across(:,:,i) = spread(along(i,:), 1, n)
    end do
  end subroutine

  ! The number of planes of the parts before one.
  integer function before(one)
    integer, intent(in) :: one

    before = one * n / parts
  end function

  ! The planes of one part that are in the halo of another: none if from > to.
  subroutine planes_between(one, another, from, to)
    integer, intent(in) :: one, another
    integer, intent(out) :: from, to

    from = max(before(one) + 1, before(another) - 1)
    to = min(before(one + 1), before(another + 1) + 2)
  end subroutine

  pure real(dp) function exact(m, i, j, k)
    integer, intent(in) :: m, i, j, k
    real(dp) :: x(3)

    x = real([i, j, k], dp) / (n + 1)
    exact = ce(m,1) + sum(x * (ce(m,2:4) + x * (ce(m,5:7) + x * (ce(m,8:10) + x * ce(m,11:13)))))
  end function

  subroutine set_exact(u, nz)
    integer, intent(in) :: nz
    real(dp), intent(out) :: u(-1:n+2, -1:n+2, 5, -1:nz+2)
    integer :: i, j, k, m, below

    below = before(part)
    u = 0
    do concurrent (i = 0:n+1, j = 0:n+1, m = 1:5, k = max(-1, -below):min(nz + 2, n + 1 - below))
      u(i,j,m,k) = exact(m, i, j, below + k)
    end do
  end subroutine

  ! The first approximation: the boundary is exact, and blended between its faces.
  subroutine set_start(u, nz)
    integer, intent(in) :: nz
    real(dp), intent(out) :: u(-1:n+2, -1:n+2, 5, -1:nz+2)
    real(dp) :: x, y, z
    integer :: i, j, k, m, below

    call set_exact(u, nz)
    below = before(part)
    do k = max(-1, 1 - below), min(nz + 2, n - below)
      do m = 1, 5
        do j = 1, n
          do i = 1, n
            x = between(i, exact(m, 0, j, below + k), exact(m, n + 1, j, below + k))
            y = between(j, exact(m, i, 0, below + k), exact(m, i, n + 1, below + k))
            z = between(below + k, exact(m, i, j, 0), exact(m, i, j, n + 1))
            u(i,j,m,k) = x + y + z - x * y - x * z - y * z + x * y * z
          end do
        end do
      end do
    end do
  contains
    real(dp) function between(i, low, high)
      integer, intent(in) :: i
      real(dp), intent(in) :: low, high

      between = (i * high + (n + 1 - i) * low) / (n + 1)
    end function
  end subroutine

  subroutine primitives(u, w, nz)
    integer, intent(in) :: nz
    real(dp), intent(in) :: u(-1:n+2, -1:n+2, 5, -1:nz+2)
    real(dp), intent(inout) :: w(-1:n+2, -1:n+2, 6, -1:nz+2)
    integer :: i, j, k

    !$omp parallel do private(i, j)
    do k = 0, nz + 1
      do j = 0, n + 1
        do i = 0, n + 1
          w(i,j,1,k) = 1 / u(i,j,1,k)
          w(i,j,2,k) = u(i,j,2,k) * w(i,j,1,k)
          w(i,j,3,k) = u(i,j,3,k) * w(i,j,1,k)
          w(i,j,4,k) = u(i,j,4,k) * w(i,j,1,k)
          w(i,j,5,k) = half * (u(i,j,2,k) * w(i,j,2,k) + u(i,j,3,k) * w(i,j,3,k) &
              + u(i,j,4,k) * w(i,j,4,k))
          w(i,j,6,k) = sqrt(gamma * c2 * w(i,j,1,k) * (u(i,j,5,k) - w(i,j,5,k)))
        end do
      end do
    end do
  end subroutine

  ! r = forcing + what flows into each point.
  subroutine residual(u, w, forcing, r, nz)
    integer, intent(in) :: nz
    real(dp), intent(in) :: u(-1:n+2, -1:n+2, 5, -1:nz+2), w(-1:n+2, -1:n+2, 6, -1:nz+2)
    real(dp), intent(in) :: forcing(n, 5, n, nz)
    real(dp), intent(inout) :: r(n, 5, n, nz)
    integer :: j, k, row, at, area, below

    row = n + 4
    area = row**2
    below = before(part)
    !$omp parallel do private(j, at)
    do k = 1, nz
      do j = 1, n
        r(:,:,j,k) = forcing(:,:,j,k)
        at = 2 + row * (j + 1)              ! of i = 0 in its plane
        call add_flow(u, w, r(1,1,j,k), at + 5 * area * (k + 1), at + 6 * area * (k + 1), &
            1, 1, area, 2, along)
        call add_flow(u, w, r(1,1,j,k), at + 5 * area * (k + 1), at + 6 * area * (k + 1), &
            row, row, area, 3, across(:,:,j))
        call add_flow(u, w, r(1,1,j,k), at + 5 * area * (k + 1), at + 6 * area * (k + 1), &
            5 * area, 6 * area, area, 4, across(:,:,below+k))
      end do
    end do
  end subroutine

  ! Adds to a row what flows in a direction: 2, 3 or 4 for x, y or z. The row begins behind u(pu)
  ! and w(pw); neighbours in the direction are su and sw apart, variables an area.
  subroutine add_flow(u, w, r, pu, pw, su, sw, area, direction, fourth)
    real(dp), intent(in) :: u(*), w(*), fourth(n,-2:2)
    real(dp), intent(inout) :: r(n,5)
    integer, intent(in) :: pu, pw, su, sw, area, direction
    real(dp) :: half_t, viscous, diffuse
    integer :: i, m, p, q, c, s, v, e

    half_t = half * (n + 1)
    viscous = viscosity * real(n + 1, dp)**2
    diffuse = diffusion(direction) * real(n + 1, dp)**2
    c = area * (direction - 1)              ! the momentum and the velocity in the direction
    e = 4 * area                            ! the energy, and what of it is motion
    do m = 1, 5
      do i = 1, n
        p = pu + area * (m - 1) + i
        r(i,m) = r(i,m) + diffuse * (u(p+su) - 2 * u(p) + u(p-su)) &
            - damping * (fourth(i,-2) * u(p-2*su) + fourth(i,-1) * u(p-su) &
            + fourth(i,0) * u(p) + fourth(i,1) * u(p+su) + fourth(i,2) * u(p+2*su))
      end do
    end do
    do i = 1, n
      p = pu + c + i
      r(i,1) = r(i,1) - half_t * (u(p+su) - u(p-su))
    end do
    do m = 2, 4
      do i = 1, n
        p = pu + area * (m - 1) + i
        q = pw + area * (m - 1) + i
        v = pw + c + i
        r(i,m) = r(i,m) + viscous * (w(q+sw) - 2 * w(q) + w(q-sw)) &
            - half_t * (u(p+su) * w(v+sw) - u(p-su) * w(v-sw))
      end do
    end do
    do i = 1, n
      p = pu + i
      q = pw + i
      v = q + c
      s = q + e
      r(i,direction) = r(i,direction) + viscous / 3 * (w(v+sw) - 2 * w(v) + w(v-sw)) &
          - half_t * c2 * (u(p+e+su) - w(s+sw) - u(p+e-su) + w(s-sw))
      r(i,5) = r(i,5) + viscous * ((1 - gamma**2) &
          * (w(s+sw) * w(q+sw) - 2 * w(s) * w(q) + w(s-sw) * w(q-sw)) &
          + (w(v+sw)**2 - 2 * w(v)**2 + w(v-sw)**2) / 6 + gamma**2 &
          * (u(p+e+su) * w(q+sw) - 2 * u(p+e) * w(q) + u(p+e-su) * w(q-sw))) &
          - half_t * ((gamma * u(p+e+su) - c2 * w(s+sw)) * w(v+sw) &
          - (gamma * u(p+e-su) - c2 * w(s-sw)) * w(v-sw))
    end do
  end subroutine

  ! Turns dt * r into the eigenvectors of the flow in x.
  subroutine turn_to_x(w, r, nz)
    integer, intent(in) :: nz
    real(dp), intent(in) :: w(-1:n+2, -1:n+2, 6, -1:nz+2)
    real(dp), intent(inout) :: r(n, 5, n, nz)
    real(dp) :: x(5), t1, t2, t3
    integer :: i, j, k

    !$omp parallel do private(i, j, x, t1, t2, t3)
    do k = 1, nz
      do j = 1, n
        do i = 1, n
          x = dt * r(i,:,j,k)
          t1 = c2 / w(i,j,6,k)**2 * (w(i,j,5,k) * w(i,j,1,k) * x(1) - w(i,j,2,k) * x(2) &
              - w(i,j,3,k) * x(3) - w(i,j,4,k) * x(4) + x(5))
          t2 = bt * w(i,j,1,k) * (w(i,j,2,k) * x(1) - x(2))
          t3 = bt * w(i,j,1,k) * w(i,j,6,k) * t1
          r(i,1,j,k) = x(1) - t1
          r(i,2,j,k) = -w(i,j,1,k) * (w(i,j,4,k) * x(1) - x(4))
          r(i,3,j,k) = w(i,j,1,k) * (w(i,j,3,k) * x(1) - x(3))
          r(i,4,j,k) = t3 - t2
          r(i,5,j,k) = t3 + t2
        end do
      end do
    end do
  end subroutine

  ! Solves along x, and turns from there to y.
  subroutine solve_x(w, r, nz)
    integer, intent(in) :: nz
    real(dp), intent(in) :: w(-1:n+2, -1:n+2, 6, -1:nz+2)
    real(dp), intent(inout) :: r(n, 5, n, nz)
    real(dp) :: t(n, 8, -1:n+2), t1, t2
    integer :: i, j, k

    !$omp parallel do private(i, j, t, t1, t2)
    do k = 1, nz
      do i = 1, n
        do j = 1, n
          t(j,1:5,i) = r(i,:,j,k)
          t(j,6:8,i) = [w(i,j,2,k), w(i,j,1,k), w(i,j,6,k)]
        end do
      end do
      call sweep(t, diffusion(2))
      do j = 1, n
        do i = 1, n
          t1 = bt * t(j,3,i)
          t2 = half * (t(j,4,i) + t(j,5,i))
          r(i,:,j,k) = [-t(j,2,i), t(j,1,i), bt * (t(j,4,i) - t(j,5,i)), t2 - t1, t2 + t1]
        end do
      end do
    end do
  end subroutine

  ! Solves along y, and turns from there to z.
  subroutine solve_y(w, r, nz)
    integer, intent(in) :: nz
    real(dp), intent(in) :: w(-1:n+2, -1:n+2, 6, -1:nz+2)
    real(dp), intent(inout) :: r(n, 5, n, nz)
    real(dp) :: t(n, 8, -1:n+2), t1, t2
    integer :: i, j, k

    !$omp parallel do private(i, j, t, t1, t2)
    do k = 1, nz
      do j = 1, n
        t(:,1:5,j) = r(:,:,j,k)
        t(:,6,j) = w(1:n,j,3,k)
        t(:,7,j) = w(1:n,j,1,k)
        t(:,8,j) = w(1:n,j,6,k)
      end do
      call sweep(t, diffusion(3))
      do j = 1, n
        do i = 1, n
          t1 = bt * t(i,1,j)
          t2 = half * (t(i,4,j) + t(i,5,j))
          r(i,1,j,k) = bt * (t(i,4,j) - t(i,5,j))
          r(i,2,j,k) = -t(i,3,j)
          r(i,3,j,k) = t(i,2,j)
          r(i,4,j,k) = t2 - t1
          r(i,5,j,k) = t2 + t1
        end do
      end do
    end do
  end subroutine

  ! Solves along z where all planes are here.
  subroutine solve_z(w, r)
    real(dp), intent(in) :: w(-1:n+2, -1:n+2, 6, -1:n+2)
    real(dp), intent(inout) :: r(n, 5, n, n)
    real(dp) :: t(n, 8, -1:n+2)
    integer :: j, k

    !$omp parallel do private(k, t)
    do j = 1, n
      do k = 1, n
        t(:,1:5,k) = r(:,:,j,k)
        t(:,6,k) = w(1:n,j,4,k)
        t(:,7,k) = w(1:n,j,1,k)
        t(:,8,k) = w(1:n,j,6,k)
      end do
      call sweep(t, diffusion(4))
      do k = 1, n
        r(:,:,j,k) = t(:,1:5,k)
      end do
    end do
  end subroutine

  ! The same where the planes are divided takes a transposition: pack makes a block for each part,
  ! with the rows that this part has in the planes y of that part. After the exchange of blocks
  ! each part has whole planes y. solve_blocks solves there, and makes blocks for the way back.
  subroutine pack(w, r, blocks, nz)
    integer, intent(in) :: nz
    real(dp), intent(in) :: w(-1:n+2, -1:n+2, 6, -1:nz+2), r(n, 5, n, nz)
    real(dp), intent(out) :: blocks(n, 8, *)
    integer :: one, j, k, at

    at = 0
    do one = 0, parts - 1
      do k = 1, nz
        do j = before(one) + 1, before(one + 1)
          at = at + 1
          blocks(:,1:5,at) = r(:,:,j,k)
          blocks(:,6,at) = w(1:n,j,4,k)
          blocks(:,7,at) = w(1:n,j,1,k)
          blocks(:,8,at) = w(1:n,j,6,k)
        end do
      end do
    end do
  end subroutine

  subroutine solve_blocks(rows, blocks, ny)
    integer, intent(in) :: ny
    real(dp), intent(in) :: rows(n, 8, ny, n)
    real(dp), intent(inout) :: blocks(n, 5, *)
    real(dp) :: t(n, 8, -1:n+2)
    integer :: one, j, k, at

    do j = 1, ny
      t(:,:,1:n) = rows(:,:,j,:)
      call sweep(t, diffusion(4))
      do one = 0, parts - 1
        at = before(one) * ny + (j - 1) * (before(one + 1) - before(one))
        do k = before(one) + 1, before(one + 1)
          at = at + 1
          blocks(:,:,at) = t(:,1:5,k)
        end do
      end do
    end do
  end subroutine

  subroutine unpack(rows, r, nz)
    integer, intent(in) :: nz
    real(dp), intent(in) :: rows(n, 5, nz, n)
    real(dp), intent(out) :: r(n, 5, n, nz)
    integer :: j, k

    do k = 1, nz
      do j = 1, n
        r(:,:,j,k) = rows(:,:,k,j)
      end do
    end do
  end subroutine

  ! Solves the systems of n lines beside each other: t has the five right sides, the velocity,
  ! 1/density and the speed of sound. Three of the systems of a line are the same.
  subroutine sweep(t, diffusion)
    real(dp), intent(inout) :: t(n, 8, -1:n+2)
    real(dp), intent(in) :: diffusion

    t(:,:,-1:0) = 0
    t(:,:,n+1:n+2) = 0
    call solve_system(t, diffusion, 0.0_dp, 1, 3)
    call solve_system(t, diffusion, 1.0_dp, 4, 4)
    call solve_system(t, diffusion, -1.0_dp, 5, 5)
  end subroutine

  ! Those of the velocity plus sign * speed of sound. What is outside counts as zero.
  subroutine solve_system(t, diffusion, sign, from, to)
    real(dp), intent(inout) :: t(n, 8, -1:n+2)
    real(dp), intent(in) :: diffusion, sign
    integer, intent(in) :: from, to
    real(dp) :: g(n, -1:n), h(n, -1:n)      ! the upper triangle: of the next point, and of its next
    real(dp) :: one_below(n), pivot(n), two_below, one_above
    real(dp) :: flow, diffuse, fourth(-2:2)
    integer :: i, k, m

    flow = dt * half * (n + 1)
    diffuse = dt * real(n + 1, dp)**2
    g(:,-1:0) = 0
    h(:,-1:0) = 0
    do k = 1, n
      fourth = dt * damping * along(k,:)
      two_below = fourth(-2)
      do i = 1, n
        one_below(i) = fourth(-1) - flow * (t(i,6,k-1) + sign * t(i,8,k-1)) &
            - diffuse * spectral(t(i,7,k-1)) - two_below * g(i,k-2)
        one_above = fourth(1) + flow * (t(i,6,k+1) + sign * t(i,8,k+1)) &
            - diffuse * spectral(t(i,7,k+1))
        pivot(i) = 1 / (1 + fourth(0) + 2 * diffuse * spectral(t(i,7,k)) &
            - two_below * h(i,k-2) - one_below(i) * g(i,k-1))
        g(i,k) = (one_above - one_below(i) * h(i,k-1)) * pivot(i)
        h(i,k) = fourth(2) * pivot(i)
      end do
      do m = from, to
        do i = 1, n
          t(i,m,k) = (t(i,m,k) - two_below * t(i,m,k-2) - one_below(i) * t(i,m,k-1)) * pivot(i)
        end do
      end do
    end do
    do k = n - 1, 1, -1
      do m = from, to
        do i = 1, n
          t(i,m,k) = t(i,m,k) - g(i,k) * t(i,m,k+1) - h(i,k) * t(i,m,k+2)
        end do
      end do
    end do
  contains
    ! The greatest eigenvalue of the diffusion, which is that of the energy.
    pure real(dp) function spectral(specific_volume)
      real(dp), intent(in) :: specific_volume

      spectral = diffusion + gamma**2 * viscosity * specific_volume
    end function
  end subroutine

  ! Turns from z back to u, and adds the change.
  subroutine add_change(u, w, r, nz)
    integer, intent(in) :: nz
    real(dp), intent(inout) :: u(-1:n+2, -1:n+2, 5, -1:nz+2)
    real(dp), intent(in) :: w(-1:n+2, -1:n+2, 6, -1:nz+2), r(n, 5, n, nz)
    real(dp) :: rho, c, t1, t2, t3
    integer :: i, j, k

    !$omp parallel do private(i, j, rho, c, t1, t2, t3)
    do k = 1, nz
      do j = 1, n
        do i = 1, n
          rho = u(i,j,1,k)
          c = w(i,j,6,k)
          t1 = bt * rho / c * (r(i,4,j,k) + r(i,5,j,k))
          t2 = r(i,3,j,k) + t1
          t3 = bt * rho * (r(i,4,j,k) - r(i,5,j,k))
          u(i,j,1,k) = rho + t2
          u(i,j,2,k) = u(i,j,2,k) - rho * r(i,2,j,k) + w(i,j,2,k) * t2
          u(i,j,3,k) = u(i,j,3,k) + rho * r(i,1,j,k) + w(i,j,3,k) * t2
          u(i,j,4,k) = u(i,j,4,k) + w(i,j,4,k) * t2 + t3
          u(i,j,5,k) = u(i,j,5,k) + rho * (w(i,j,3,k) * r(i,1,j,k) - w(i,j,2,k) * r(i,2,j,k)) &
              + w(i,j,5,k) * w(i,j,1,k) * t2 + c**2 / c2 * t1 + w(i,j,4,k) * t3
        end do
      end do
    end do
  end subroutine

  ! Sums of squares of this part: of the residual, and of the error.
  function squares(u, r, nz) result(sums)
    integer, intent(in) :: nz
    real(dp), intent(in) :: u(-1:n+2, -1:n+2, 5, -1:nz+2), r(n, 5, n, nz)
    real(dp) :: sums(5,2)
    integer :: i, j, k, m, below

    below = before(part)
    sums = 0
    do k = 1, nz
      do j = 1, n
        do m = 1, 5
          do i = 1, n
            sums(m,1) = sums(m,1) + r(i,m,j,k)**2
            sums(m,2) = sums(m,2) + (u(i,j,m,k) - exact(m, i, j, below + k))**2
          end do
        end do
      end do
    end do
  end function

  real(dp) function seconds()
    integer(int64) :: count, rate

    call system_clock(count, rate)
    seconds = real(count, dp) / rate
  end function
end module
