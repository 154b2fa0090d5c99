! An unstructured mesh: vertices at random places of the unit square, joined
! by an edge when they are closer than a radius. Its weighted graph Laplacian
! plus a small shift is the matrix of the linear system.
module mesh
  use kinds, only: wp, int64
  implicit none
  private
  public :: csr_t, scatter_vertices, laplacian_rows, mesh_radius, exact_value

  ! Rows of a sparse matrix. Columns are global vertex numbers as the mesh
  ! makes them; the parallel code renumbers them.
  type :: csr_t
     integer :: n = 0
     integer, allocatable :: row(:)          ! row i: entries row(i) .. row(i+1)-1
     integer, allocatable :: col(:)
     real(wp), allocatable :: val(:)
     real(wp), allocatable :: diag(:)
   contains
     procedure :: apply
  end type csr_t

  real(wp), parameter :: shift = 1.0e-2_wp   ! makes the matrix definite
  real(wp), parameter :: mean_degree = 10.0_wp

contains

  ! Vertices in no order at all: neighbours in space are far apart in the
  ! numbering, as they come out of a mesh generator. The generator is that of
  ! Park and Miller, the same on every system.
  subroutine scatter_vertices(xy)
    real(wp), intent(out) :: xy(:, :)
    integer(int64), parameter :: a = 16807_int64, m = 2147483647_int64
    integer(int64) :: seed
    integer :: i, d

    seed = 20180901_int64
    do i = 1, size(xy, 2)
       do d = 1, 2
          seed = mod(a*seed, m)
          xy(d, i) = real(seed, wp)/real(m, wp)
       end do
       ! Half of the vertices crowd towards a corner, so that a partition by
       ! area would be out of balance.
       if (mod(i, 2) == 0) xy(:, i) = xy(:, i)**1.5_wp
    end do
  end subroutine scatter_vertices

  pure real(wp) function mesh_radius(n)
    integer, intent(in) :: n

    mesh_radius = sqrt(mean_degree/(acos(-1.0_wp)*n))
  end function mesh_radius

  ! The rows that belong to the vertices in `which`, in that order.
  subroutine laplacian_rows(xy, which, a)
    real(wp), intent(in) :: xy(:, :)
    integer, intent(in) :: which(:)
    type(csr_t), intent(out) :: a
    integer, allocatable :: first(:, :), next(:)
    real(wp) :: radius, distance, weight
    integer :: cells, i, k, v, w, cx, cy, pass

    radius = mesh_radius(size(xy, 2))
    cells = max(1, int(1.0_wp/radius))
    call bin_vertices(xy, cells, first, next)

    a%n = size(which)
    allocate (a%row(a%n + 1), a%diag(a%n))
    ! First pass: count; second pass: fill.
    do pass = 1, 2
       k = 0
       do i = 1, a%n
          v = which(i)
          a%row(i) = k + 1
          a%diag(i) = shift
          do cy = max(1, bin_of(xy(2, v), cells) - 1), min(cells, bin_of(xy(2, v), cells) + 1)
             do cx = max(1, bin_of(xy(1, v), cells) - 1), min(cells, bin_of(xy(1, v), cells) + 1)
                w = first(cx, cy)
                do while (w /= 0)
                   distance = norm2(xy(:, v) - xy(:, w))
                   if (w /= v .and. distance < radius) then
                      k = k + 1
                      weight = 1.0_wp/(0.1_wp + distance/radius)
                      a%diag(i) = a%diag(i) + weight
                      if (pass == 2) then
                         a%col(k) = w
                         a%val(k) = -weight
                      end if
                   end if
                   w = next(w)
                end do
             end do
          end do
       end do
       a%row(a%n + 1) = k + 1
       if (pass == 1) allocate (a%col(k), a%val(k))
    end do
  end subroutine laplacian_rows

  ! Linked lists of the vertices in every square of a cells by cells grid.
  subroutine bin_vertices(xy, cells, first, next)
    real(wp), intent(in) :: xy(:, :)
    integer, intent(in) :: cells
    integer, allocatable, intent(out) :: first(:, :), next(:)
    integer :: v, cx, cy

    allocate (first(cells, cells), source=0)
    allocate (next(size(xy, 2)))
    do v = size(xy, 2), 1, -1
       cx = bin_of(xy(1, v), cells)
       cy = bin_of(xy(2, v), cells)
       next(v) = first(cx, cy)
       first(cx, cy) = v
    end do
  end subroutine bin_vertices

  pure integer function bin_of(x, cells)
    real(wp), intent(in) :: x
    integer, intent(in) :: cells

    bin_of = min(cells, 1 + int(x*cells))
  end function bin_of

  ! y = A x. Off-diagonal columns index x; the diagonal is that of row i.
  subroutine apply(this, x, y)
    class(csr_t), intent(in) :: this
    real(wp), intent(in) :: x(:)
    real(wp), intent(out) :: y(:)
    integer :: i, k
    real(wp) :: s

    do i = 1, this%n
       s = this%diag(i)*x(i)
       do k = this%row(i), this%row(i+1) - 1
          s = s + this%val(k)*x(this%col(k))
       end do
       y(i) = s
    end do
  end subroutine apply

  ! The solution from which the right-hand side is made.
  pure function exact_value(xy) result(u)
    real(wp), intent(in) :: xy(2)
    real(wp) :: u

    u = sin(4.0_wp*xy(1))*cos(7.0_wp*xy(2)) + xy(1)*xy(2)
  end function exact_value

end module mesh
