! The Fourier transform of what one image has: y(k) = sum over j of x(j) exp(-2 pi i j k / n), n a
! power of two.
!
! It is done as transforms of rows and columns (Bailey's six steps): with n = rows*columns, j =
! columns*j1 + j2 and k = k1 + rows*k2, transforms over j1, a multiplication by exp(-2 pi i j2 k1 /
! n), and transforms over j2. The short ones stay in the second cache, where several go through
! Stockham's passes together: which one it is is the first subscript, so that the innermost loops
! are long, without gaps, and the same for all.
module local_fft
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  private
  public :: plan_fft, transform_rows, transform_columns, root

  real(real64), parameter :: two_pi = 6.283185307179586476925286766559005768_real64
  integer, parameter :: most = 16            ! transforms at a time

  integer :: n, rows, columns, bunch
  ! exp(-2 pi i k / rows), ../ columns)
  complex(real64), allocatable :: row_roots(:), column_roots(:)
  ! the power e of n's is coarse(e / rows) * fine(mod(e, rows))
  complex(real64), allocatable :: coarse(:), fine(:)
  ! (j, k1): the power j*k1, for the transforms of a bunch
  complex(real64), allocatable :: within(:,:)
  real(real64), allocatable :: re(:,:), im(:,:)                    ! a bunch before and after a pass
contains

  ! exp(-2 pi i k / n)
  elemental complex(real64) function root(k, n)
    integer(int64), intent(in) :: k, n
    real(real64) :: angle

    angle = two_pi * (real(k, real64) / real(n, real64))
    root = cmplx(cos(angle), -sin(angle), real64)
  end function

  ! Tables for transforms of this size: not part of what is timed.
  subroutine plan_fft(size)
    integer, intent(in) :: size
    integer :: j, k

    n = size
    columns = 2**(trailz(n) / 2)
    rows = n / columns
    bunch = min(most, columns)
    allocate (row_roots(0:rows-1), column_roots(0:columns-1), fine(0:rows-1), coarse(0:columns-1))
    allocate (within(0:bunch-1, 0:rows-1), re(0:bunch*rows-1, 0:1), im(0:bunch*rows-1, 0:1))
    do k = 0, rows - 1
      row_roots(k) = root(int(k, int64), int(rows, int64))
      fine(k) = root(int(k, int64), int(n, int64))
      do j = 0, bunch - 1
        within(j, k) = root(int(j, int64) * k, int(n, int64))
      end do
    end do
    do k = 0, columns - 1
      column_roots(k) = root(int(k, int64), int(columns, int64))
      coarse(k) = column_roots(k)            ! rows/n is 1/columns
    end do
  end subroutine

  ! The transforms over j1, and the multiplication, in place.
  subroutine transform_rows(x)
    complex(real64), intent(inout) :: x(0:columns-1, 0:rows-1)
    complex(real64) :: w
    integer :: j1, j2, k1, e, g, v

    do j2 = 0, columns - 1, bunch
      do j1 = 0, rows - 1
        do v = 0, bunch - 1
          re(bunch*j1+v, 0) = x(j2+v, j1)%re
          im(bunch*j1+v, 0) = x(j2+v, j1)%im
        end do
      end do
      call passes(rows, row_roots, g)
      do k1 = 0, rows - 1
        e = j2 * k1
        w = coarse(e / rows) * fine(mod(e, rows))
        do v = 0, bunch - 1
          x(j2+v, k1) = w * within(v, k1) * cmplx(re(bunch*k1+v, g), im(bunch*k1+v, g), real64)
        end do
      end do
    end do
  end subroutine

  ! The transforms over j2, which also bring the result into its order.
  subroutine transform_columns(x, y)
    complex(real64), intent(in) :: x(0:columns-1, 0:rows-1)
    complex(real64), intent(out) :: y(0:rows-1, 0:columns-1)
    integer :: j2, k1, k2, g, v, j, line

    line = min(4, columns)                   ! elements of a cache line, taken all at once
    do k1 = 0, rows - 1, bunch
      do j2 = 0, columns - 1, line
        do v = 0, bunch - 1
          do j = j2, j2 + line - 1
            re(bunch*j+v, 0) = x(j, k1+v)%re
            im(bunch*j+v, 0) = x(j, k1+v)%im
          end do
        end do
      end do
      call passes(columns, column_roots, g)
      do k2 = 0, columns - 1
        do v = 0, bunch - 1
          y(k1+v, k2) = cmplx(re(bunch*k2+v, g), im(bunch*k2+v, g), real64)
        end do
      end do
    end do
  end subroutine

  ! Stockham's passes for a bunch of transforms of length m, four results from four at a time; the
  ! result is in re(:,g), im(:,g).
  subroutine passes(m, w, g)
    integer, intent(in) :: m
    complex(real64), intent(in) :: w(0:m-1)
    integer, intent(out) :: g
    integer :: length, stride

    g = 0
    length = m
    stride = bunch
    do while (length >= 4)
      call pass4(stride, length / 4, m / length, w, re(:, g), im(:, g), re(:, 1-g), im(:, 1-g))
      g = 1 - g
      stride = 4 * stride
      length = length / 4
    end do
    if (length == 2) then
      call pass2(stride, re(:, g), im(:, g), re(:, 1-g), im(:, 1-g))
      g = 1 - g
    end if
  end subroutine

  subroutine pass4(s, quarter, step, w, xr, xi, yr, yi)
    integer, intent(in) :: s, quarter, step
    complex(real64), intent(in) :: w(0:*)
    real(real64), intent(in), dimension(0:s-1, 0:quarter-1, 0:3) :: xr, xi
    real(real64), intent(out), dimension(0:s-1, 0:3, 0:quarter-1) :: yr, yi
    real(real64) :: apcr, apci, amcr, amci, bpdr, bpdi, bmdr, bmdi, r, i, w1r, w1i, w2r, w2i, &
         w3r, w3i
    integer :: p, q

    do p = 0, quarter - 1
      w1r = w(p*step)%re
      w1i = w(p*step)%im
      w2r = w(2*p*step)%re
      w2i = w(2*p*step)%im
      w3r = w(3*p*step)%re
      w3i = w(3*p*step)%im
      !GCC$ ivdep
      do q = 0, s - 1
        apcr = xr(q,p,0) + xr(q,p,2)
        apci = xi(q,p,0) + xi(q,p,2)
        amcr = xr(q,p,0) - xr(q,p,2)
        amci = xi(q,p,0) - xi(q,p,2)
        bpdr = xr(q,p,1) + xr(q,p,3)
        bpdi = xi(q,p,1) + xi(q,p,3)
        bmdr = xr(q,p,1) - xr(q,p,3)
        bmdi = xi(q,p,1) - xi(q,p,3)
        yr(q,0,p) = apcr + bpdr
        yi(q,0,p) = apci + bpdi
        r = amcr + bmdi                      ! a - c - i (b - d)
        i = amci - bmdr
        yr(q,1,p) = w1r*r - w1i*i
        yi(q,1,p) = w1r*i + w1i*r
        r = apcr - bpdr
        i = apci - bpdi
        yr(q,2,p) = w2r*r - w2i*i
        yi(q,2,p) = w2r*i + w2i*r
        r = amcr - bmdi                      ! a - c + i (b - d)
        i = amci + bmdr
        yr(q,3,p) = w3r*r - w3i*i
        yi(q,3,p) = w3r*i + w3i*r
      end do
    end do
  end subroutine

  subroutine pass2(s, xr, xi, yr, yi)
    integer, intent(in) :: s
    real(real64), intent(in), dimension(0:s-1, 0:1) :: xr, xi
    real(real64), intent(out), dimension(0:s-1, 0:1) :: yr, yi

    yr(:,0) = xr(:,0) + xr(:,1)
    yi(:,0) = xi(:,0) + xi(:,1)
    yr(:,1) = xr(:,0) - xr(:,1)
    yi(:,1) = xi(:,0) - xi(:,1)
  end subroutine

end module local_fft
