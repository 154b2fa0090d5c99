! conformance: images=1,2,3,5,8
! feature: whole programs with teams
! 3-D complex FFT on a pencil decomposition: images form a grid of rows and columns, each a team, in which the pencils are transposed.
! Checked by the transform of a plane wave, by Parseval's theorem, and by the way back.
module pencil_grid
  use, intrinsic :: iso_fortran_env, only: dp => real64, team_type
  implicit none
  private
  public :: dp, grid_type, fft_line, team_type
  real(dp), parameter, public :: pi = acos(-1.0_dp)

  type :: grid_type
    integer :: n = 0                ! points in each direction
    integer :: rows = 0, cols = 0   ! of the image grid
    integer :: row = 0, col = 0     ! this image's
    type(team_type) :: row_team, col_team
  contains
    procedure :: make
    procedure :: width
    procedure :: first
  end type

contains

  subroutine make(self, n)
    class(grid_type), intent(inout) :: self
    integer, intent(in) :: n
    integer :: p
    p = num_images()
    self%n = n
    self%rows = int(sqrt(real(p)))
    do while (mod(p, self%rows) /= 0)
      self%rows = self%rows - 1
    end do
    self%cols = p/self%rows
    self%row = (this_image() - 1)/self%cols + 1
    self%col = mod(this_image() - 1, self%cols) + 1
    form team (self%row, self%row_team, new_index=self%col)
    form team (self%cols + self%rows + self%col, self%col_team, new_index=self%row)
  end subroutine

  ! points of part k of parts, and the first of them
  pure integer function width(self, k, parts)
    class(grid_type), intent(in) :: self
    integer, intent(in) :: k, parts
    width = self%n*k/parts - self%n*(k - 1)/parts
  end function

  pure integer function first(self, k, parts)
    class(grid_type), intent(in) :: self
    integer, intent(in) :: k, parts
    first = self%n*(k - 1)/parts + 1
  end function

  ! a transform in place, length a power of two; sign -1 forward, +1 back (not scaled)
  pure subroutine fft_line(x, sign)
    complex(dp), intent(inout) :: x(0:)
    integer, intent(in) :: sign
    integer :: n, i, j, m, half, k
    complex(dp) :: t, w, step
    n = size(x)
    j = 0
    do i = 0, n - 2
      if (i < j) then
        t = x(i); x(i) = x(j); x(j) = t
      end if
      m = n/2
      do while (m >= 1 .and. j >= m)
        j = j - m
        m = m/2
        if (m == 0) exit
      end do
      j = j + m
    end do
    half = 1
    do while (half < n)
      step = exp(cmplx(0, sign*pi/half, dp))
      do k = 0, n - 1, 2*half
        w = 1
        do i = k, k + half - 1
          t = w*x(i + half)
          x(i + half) = x(i) - t
          x(i) = x(i) + t
          w = w*step
        end do
      end do
      half = 2*half
    end do
  end subroutine
end module pencil_grid

module transposition
  use pencil_grid
  implicit none
contains
  ! a(x whole, y part of cols, z part of rows) -> b(y whole, x part of cols, z part of rows), in the row's team: images take what they need
  subroutine x_to_y(g, a, b)
    type(grid_type), intent(in) :: g
    complex(dp), intent(in) :: a(:,:,:)[*]
    complex(dp), intent(out) :: b(:,:,:)
    integer :: k, i, z, y0, y1, x0, x1
    sync all
    change team (g%row_team)
      x0 = g%first(g%col, g%cols)
      x1 = x0 + g%width(g%col, g%cols) - 1
      do k = 1, num_images()
        y0 = g%first(k, g%cols)
        y1 = y0 + g%width(k, g%cols) - 1
        do z = 1, g%width(g%row, g%rows)
          do i = x0, x1
            b(y0:y1, i - x0 + 1, z) = a(i, 1:y1 - y0 + 1, z)[k]
          end do
        end do
      end do
    end team
    sync all
  end subroutine

  ! b(y whole, x part of cols, z part of rows) -> c(z whole, x part of cols, y part of rows), in the column's team
  subroutine y_to_z(g, b, c)
    type(grid_type), intent(in) :: g
    complex(dp), intent(in) :: b(:,:,:)[*]
    complex(dp), intent(out) :: c(:,:,:)
    integer :: k, j, z0, z1, y0, y1
    sync all
    change team (g%col_team)
      y0 = g%first(g%row, g%rows)
      y1 = y0 + g%width(g%row, g%rows) - 1
      do k = 1, num_images()
        z0 = g%first(k, g%rows)
        z1 = z0 + g%width(k, g%rows) - 1
        do j = y0, y1
          c(z0:z1, :, j - y0 + 1) = transpose(b(j, 1:size(c, 2), 1:z1 - z0 + 1)[k])
        end do
      end do
    end team
    sync all
  end subroutine

  subroutine along_first(a, n2, n3, sign)
    complex(dp), intent(inout) :: a(:,:,:)
    integer, intent(in) :: n2, n3, sign
    integer :: j, k
    do concurrent (k = 1:n3, j = 1:n2)
      call fft_line(a(:, j, k), sign)
    end do
  end subroutine
end module transposition

program fft3d
  use transposition
  use pencil_grid
  implicit none
  integer, parameter :: n = 16
  type(grid_type) :: g
  complex(dp), allocatable :: a(:,:,:)[:], b(:,:,:)[:], c(:,:,:)[:], start(:,:,:)
  integer :: wc, wr, wy, x, y, z, kx, ky, kz, most
  real(dp) :: energy, spectrum, phase
  complex(dp) :: peak[*]

  call g%make(n)
  wc = g%width(g%col, g%cols)
  wr = g%width(g%row, g%rows)
  wy = g%width(g%row, g%rows)
  most = (n + g%cols - 1)/g%cols + 1
  allocate (a(n, most, n/g%rows + 1)[*], b(n, most, n/g%rows + 1)[*], c(n, most, n/g%rows + 1)[*])
  a = 0; b = 0; c = 0
  kx = 3; ky = 14; kz = 5
  do z = 1, wr
    do y = 1, wc
      do x = 1, n
        phase = 2*pi*(kx*(x - 1) + ky*(y - 2 + g%first(g%col, g%cols)) + kz*(z - 2 + g%first(g%row, g%rows)))/n
        a(x, y, z) = exp(cmplx(0, phase, dp)) + 0.25_dp
      end do
    end do
  end do
  start = a
  energy = sum(abs(a(:, :wc, :wr))**2)
  call co_sum(energy)

  call along_first(a, wc, wr, -1)
  call x_to_y(g, a, b(:, :wc, :wr))
  call along_first(b, wc, wr, -1)
  call y_to_z(g, b, c(:, :wc, :wy))
  call along_first(c, wc, wy, -1)

  spectrum = sum(abs(c(:, :wc, :wy))**2)
  call co_sum(spectrum)
  if (abs(spectrum/real(n, dp)**3 - energy) > 1d-9*energy) error stop 'Parseval'
  ! the wave's amplitude, and that of the mean
  peak = 0
  sync all
  do y = 1, wy
    do x = 1, wc
      if (x - 1 + g%first(g%col, g%cols) == kx + 1 .and. y - 1 + g%first(g%row, g%rows) == ky + 1) peak[1] = c(kz + 1, x, y)
    end do
  end do
  sync all
  if (abs(peak[1] - n**3) > 1d-8*n**3) error stop 'peak'

  ! and back, by puts: c -> b -> a
  call along_first(c, wc, wy, +1)
  change team (g%col_team)
    do z = 1, num_images()
      do y = 1, wy
        b(g%first(g%row, g%rows) + y - 1, 1:wc, 1:g%width(z, g%rows))[z] = &
          transpose(c(g%first(z, g%rows):g%first(z, g%rows) + g%width(z, g%rows) - 1, 1:wc, y))
      end do
    end do
    sync all
  end team
  call along_first(b, wc, wr, +1)
  change team (g%row_team)
    do concurrent (y = 1:num_images())
      a(g%first(g%col, g%cols):g%first(g%col, g%cols) + wc - 1, 1:g%width(y, g%cols), 1:wr)[y] = &
        reshape(b(g%first(y, g%cols):g%first(y, g%cols) + g%width(y, g%cols) - 1, 1:wc, 1:wr), [wc, g%width(y, g%cols), wr], order=[2, 1, 3])
    end do
    sync all
  end team
  call along_first(a, wc, wr, +1)
  if (any(abs(a(:, :wc, :wr)/n**3 - start(:, :wc, :wr)) > 1d-12)) error stop 'back'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program fft3d
