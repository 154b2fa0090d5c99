! NAS Parallel Benchmark CG (Conjugate Gradient) with coarrays, from its specification (NAS Report
! RNR-94-007, section 2.4).
!
!     coral build -O3 numbers.f90 cg.f90 -o cg && CORAL_NUM_IMAGES=4 ./cg A          classes S W A B
!
! The algorithm is that of examples/xmp/cg.c: a power of two of images is a grid, image (r, c) has
! the block of the matrix of row range r and column range c, and of vectors the column range. Its
! product is a part of each element of the row range, of which each image sums a piece.
module cg_blocks
  use iso_fortran_env, only: int64, real64
  use numbers
  implicit none

  integer, parameter :: steps = 25
  character, parameter :: names(4) = ['S', 'W', 'A', 'B']
  integer, parameter :: sizes(4) = [1400, 7000, 14000, 75000], nonzeros(4) = [7, 8, 11, 13], &
       iterations(4) = [15, 15, 15, 75]
  real(real64), parameter :: shifts(4) = [10, 12, 20, 60]
  real(real64), parameter :: zetas(4) = [8.5971775078648_real64, 10.362595087124_real64, &
       17.130235054029_real64, 22.712745482631_real64]

  integer :: class, n, nonzero
  integer :: grid_rows = 1, grid_columns = 1, row, column       ! row and column from 0
  integer :: first_row, rows, first_column, columns             ! of the block, first ones from 0
  integer, allocatable :: start(:), at(:)
  real(real64), allocatable :: value(:)
  real(real64), allocatable :: w(:)[:]
  real(real64) :: communication
  logical :: met
  integer(int64) :: ticks

contains

  ! The row of the matrix, from 0, at which piece i, from 0, begins.
  pure integer function piece(i)
    integer, intent(in) :: i
    piece = int(int(n, int64)*i/num_images())
  end function piece

  real(real64) function now()
    integer(int64) :: count
    call system_clock(count, ticks)
    now = real(count, real64)/real(ticks, real64)
  end function now

  ! The time when a communication begins. With the argument `met` all meet before, outside of what
  ! is measured.
  real(real64) function begin()
    if (met) sync all
    begin = now()
  end function begin

  subroutine arrange
    do while (grid_rows*grid_columns < num_images())
       if (grid_columns > grid_rows) then
          grid_rows = 2*grid_rows
       else
          grid_columns = 2*grid_columns
       end if
    end do
    if (grid_rows*grid_columns /= num_images()) error stop 'CG needs a power of two of images'
    row = (this_image() - 1)/grid_columns
    column = mod(this_image() - 1, grid_columns)
    first_row = piece(row*grid_columns)
    rows = piece((row + 1)*grid_columns) - first_row
    first_column = piece(column*grid_rows)
    columns = piece((column + 1)*grid_rows) - first_column
  end subroutine arrange

  ! A sparse vector of random numbers at random places, element own set to 0.5.
  subroutine random_vector(seed, own, length, places, values)
    integer(int64), intent(inout) :: seed
    integer, intent(in) :: own
    integer, intent(out) :: length, places(:)
    real(real64), intent(out) :: values(:)
    integer :: space, place, k
    real(real64) :: number
    space = 1
    do while (space < n)
       space = 2*space
    end do
    length = 0
    do while (length < nonzero)
       number = random_of(seed)
       place = int(space*random_of(seed))
       if (place >= n .or. any(places(:length) == place)) cycle
       length = length + 1
       places(length) = place
       values(length) = number
    end do
    do k = 1, length
       if (places(k) == own) exit
    end do
    length = max(length, k)
    places(k) = own
    values(k) = 0.5_real64
  end subroutine random_vector

  subroutine make_matrix
    integer :: places(nonzero + 1, n), lengths(n), i
    real(real64) :: values(nonzero + 1, n)
    integer(int64) :: seed
    seed = seed_of_all
    if (random_of(seed) < 0) return       ! the first number is not used
    do i = 1, n
       call random_vector(seed, i - 1, lengths(i), places(:, i), values(:, i))
    end do
    allocate (start(rows + 1), source=0)
    call outer_products(places, lengths, values, .false.)
    start(1) = 1
    do i = 1, rows
       start(i + 1) = start(i) + start(i + 1)
    end do
    allocate (at(start(rows + 1) - 1), value(start(rows + 1) - 1))
    call outer_products(places, lengths, values, .true.)
    call merge_places
  end subroutine make_matrix

  ! Adds the vectors' products with themselves to the block: once to count the elements of its rows,
  ! which may be of one place, once to write them.
  subroutine outer_products(places, lengths, values, write)
    integer, intent(in) :: places(:, :), lengths(:)
    real(real64), intent(in) :: values(:, :)
    logical, intent(in) :: write
    integer :: i, j, k, r, c
    real(real64) :: size, ratio, v
    ratio = 0.1_real64**(1.0_real64/n)
    size = 1
    do i = 1, n
       do j = 1, lengths(i)
          r = places(j, i) - first_row + 1
          if (r < 1 .or. r > rows) cycle
          do k = 1, lengths(i)
             c = places(k, i) - first_column + 1
             if (c < 1 .or. c > columns) cycle
             if (write) then
                v = size*values(j, i)*values(k, i)
                if (places(j, i) == i - 1 .and. places(k, i) == i - 1) &
                     v = v + (0.1_real64 - shifts(class))
                at(start(r)) = c
                value(start(r)) = v
                start(r) = start(r) + 1
             else
                start(r + 1) = start(r + 1) + 1
             end if
          end do
       end do
       size = size*ratio
    end do
  end subroutine outer_products

  ! Makes one element of all of one place in a row. start(r) is the end of row r before, its
  ! beginning after.
  subroutine merge_places
    integer :: where(columns), from, to, first, r, last
    where = 0
    from = 1
    to = 1
    do r = 1, rows
       first = to
       last = start(r) - 1
       do from = from, last
          if (where(at(from)) >= first) then
             value(where(at(from))) = value(where(at(from))) + value(from)
          else
             where(at(from)) = to
             at(to) = at(from)
             value(to) = value(from)
             to = to + 1
          end if
       end do
       start(r) = first
    end do
    start(rows + 1) = to
  end subroutine merge_places

  ! Where piece lo of this image's row range begins in w.
  pure integer function place(lo)
    integer, intent(in) :: lo
    place = piece(row*grid_columns + lo) - first_row + 1
  end function place

  ! Halves the row range again and again: each image adds to its half what the one on the other side
  ! has. q gets the column range's sums.
  subroutine exchange(q)
    real(real64), intent(out) :: q(:)
    integer :: half, lo, a, b, k, g, there
    lo = 0
    half = grid_columns/2
    do while (half > 0)
       k = ieor(this_image() - 1, half) + 1
       lo = lo + iand(column, half)
       a = place(lo)
       b = place(lo + half) - 1
       sync images (k)
       if (half == 1 .and. grid_rows == 1) then ! these sums are the whole column range
          q = w(a:b) + w(a:b)[k]
          return
       end if
       w(a:b) = w(a:b) + w(a:b)[k]
       half = half/2
    end do
    if (grid_rows > 1) sync all
    do g = column*grid_rows, (column + 1)*grid_rows - 1
       there = piece(g) - piece(g/grid_columns*grid_columns)
       a = piece(g) - first_column
       b = piece(g + 1) - piece(g)
       q(a + 1:a + b) = w(there + 1:there + b)[g + 1]
    end do
  end subroutine exchange

  ! q = A p. A reduction must stand between two: who has come out of it knows that all others have
  ! read its w.
  subroutine multiply(p, q)
    real(real64), intent(in) :: p(:)
    real(real64), intent(out) :: q(:)
    real(real64) :: sum, begun
    integer :: i, k
    do i = 1, rows
       sum = 0
       do k = start(i), start(i + 1) - 1
          sum = sum + value(k)*p(at(k))
       end do
       w(i) = sum
    end do
    begun = begin()
    call exchange(q)
    communication = communication + now() - begun
  end subroutine multiply

  ! Each part of a vector is on all images of a column of the grid.
  real(real64) function dot(a, b)
    real(real64), intent(in) :: a(:), b(:)
    real(real64) :: begun
    dot = dot_product(a, b)
    begun = begin()
    call co_sum(dot)
    dot = dot/grid_rows
    communication = communication + now() - begun
  end function dot

  ! z approaches the solution of A z = x.
  subroutine conjugate_gradient(x, z)
    real(real64), intent(in) :: x(:)
    real(real64), intent(out) :: z(:)
    real(real64) :: r(columns), p(columns), q(columns), rho, before, alpha, rest
    integer :: step
    z = 0
    r = x
    p = x
    rho = dot(r, r)
    do step = 1, steps
       call multiply(p, q)
       alpha = rho/dot(p, q)
       before = rho
       z = z + alpha*p
       r = r - alpha*q
       rho = dot(r, r)
       p = r + rho/before*p
    end do
    call multiply(z, q)
    r = x - q
    rest = dot(r, r)
    if (rest /= rest) error stop 'CG: the residual is not a number'
  end subroutine conjugate_gradient

end module cg_blocks

program cg
  use cg_blocks
  implicit none
  real(real64), allocatable :: x(:), z(:)
  real(real64) :: zeta, begun, times(2), operations
  integer :: iteration
  character(8) :: argument
  logical :: good
  zeta = 0
  begun = 0
  call get_command_argument(1, argument)
  class = max(1, findloc(names, argument(1:1), 1))
  call get_command_argument(2, argument)
  met = argument == 'met'
  n = sizes(class)
  nonzero = nonzeros(class)
  call arrange
  allocate (w(n/grid_rows + 1)[*])
  allocate (x(columns), z(columns))
  call make_matrix
  do iteration = 0, iterations(class)
     if (iteration <= 1) then      ! number 0 warms up
        x = 1
        sync all
        begun = now()
        communication = 0
     end if
     call conjugate_gradient(x, z)
     zeta = shifts(class) + 1/dot(x, z)
     x = z/sqrt(dot(z, z))
  end do
  sync all
  times = [now() - begun, communication]
  call co_max(times)
  good = abs(zeta - zetas(class)) <= 1e-10_real64*zetas(class)
  if (this_image() == 1) then
     operations = 2.0_real64*iterations(class)*n*(3 + nonzero*(nonzero + 1) &
          + steps*(5 + nonzero*(nonzero + 1)) + 3)
     print '(a,f0.13)', 'zeta ', zeta
     print '(3a,i0,a,f0.4,a,f0.4,a,f0.1,2a)', 'CG class ', names(class), ', ', num_images(), &
          ' images: ', times(1), ' s, of which communication ', times(2), ' s; ', &
          operations/times(1)/1e6_real64, ' Mop/s; verification ', &
          merge('successful', 'FAILED    ', good)
  end if
  if (.not. good) error stop
end program cg
