! conformance: images=1,2,3,5,8
! feature: whole programs
! Jacobi iteration on a square, images in a two-dimensional grid found at run time, halo rows and columns put into corank-2
! allocatable coarrays, residual by co_sum; compared with a serial solution.
module laplace_m
  implicit none
  integer, parameter :: dp = kind(1d0), nx = 12, ny = 16
contains
  pure real(dp) function boundary(i, j)
    integer, intent(in) :: i, j
    boundary = 0
    if (i == 0) boundary = j * 0.1_dp
    if (j == ny + 1) boundary = 1 + i * 0.05_dp
  end function boundary
  subroutine sweep(u, v, change)
    real(dp), intent(in) :: u(0:, 0:)
    real(dp), intent(inout) :: v(0:, 0:)
    real(dp), intent(out) :: change
    integer :: i, j
    change = 0
    do j = 1, ubound(u, 2) - 1
      do i = 1, ubound(u, 1) - 1
        v(i, j) = 0.25_dp * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
        change = change + (v(i, j) - u(i, j))**2
      end do
    end do
  end subroutine sweep
end module laplace_m

program laplace_2d
  use laplace_m
  implicit none
  real(dp), allocatable :: u(:, :)[:, :], v(:, :)
  real(dp) :: s(0:nx + 1, 0:ny + 1), w(0:nx + 1, 0:ny + 1), change, serial_change
  integer :: n, px, py, lx, ly, at(2), i, j, it, x0, y0
  n = num_images()
  px = 1
  do i = 1, min(4, n)
    if (mod(n, i) /= 0 .or. mod(nx, i) /= 0) cycle
    if (mod(ny, n / i) == 0) px = i
  end do
  py = n / px
  if (mod(nx, px) /= 0 .or. mod(ny, py) /= 0) then ! 5 images: each works on all of it alone
    px = 1; py = 1
  end if
  lx = nx / px; ly = ny / py
  allocate (u(0:lx + 1, 0:ly + 1)[px, *], v(0:lx + 1, 0:ly + 1))
  at = this_image(u)
  x0 = 0; y0 = 0
  if (px * py > 1) then
    x0 = (at(1) - 1) * lx
    y0 = (at(2) - 1) * ly
  end if
  forall (i = 0:lx + 1, j = 0:ly + 1) u(i, j) = boundary(i + x0, j + y0)
  v = u
  forall (i = 0:nx + 1, j = 0:ny + 1) s(i, j) = boundary(i, j)
  w = s
  do it = 1, 40
    sync all
    if (px * py > 1) then
      if (at(1) > 1) u(lx + 1, 1:ly)[at(1) - 1, at(2)] = u(1, 1:ly)
      if (at(1) < px) u(0, 1:ly)[at(1) + 1, at(2)] = u(lx, 1:ly)
      if (at(2) > 1) u(1:lx, ly + 1)[at(1), at(2) - 1] = u(1:lx, 1)
      if (at(2) < py) u(1:lx, 0)[at(1), at(2) + 1] = u(1:lx, ly)
    end if
    sync all
    call sweep(u, v, change)
    u(1:lx, 1:ly) = v(1:lx, 1:ly)
    if (px * py > 1) call co_sum(change)
    call sweep(s, w, serial_change)
    s(1:nx, 1:ny) = w(1:nx, 1:ny)
    if (abs(change - serial_change) > 1e-12_dp * serial_change) then
      print *, 'FAIL: change in iteration', it, 'expected', serial_change, 'got', change, 'image', this_image()
      error stop 1
    end if
  end do
  if (any(u(1:lx, 1:ly) /= s(x0 + 1:x0 + lx, y0 + 1:y0 + ly))) error stop 'FAIL: solution differs from the serial one'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program laplace_2d
