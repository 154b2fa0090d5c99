! conformance: images=1,2,3,5,8
! feature: copies of sections of components
! Fields of a multi-block grid: whole arrays, leading sections, blocks and strides, to and from components of every kind.
module grid_m
  implicit none
  type field
    real(8), allocatable :: u(:, :), line(:)
    real(8) :: fixed(-1:6)
    integer, pointer :: map(:) => null()
  end type field
  type grid
    integer :: id = 0
    type(field) :: top
    type(field), allocatable :: level(:)
    real(8), allocatable :: halo(:, :)[:]
  end type grid
end module grid_m
program copies
  use grid_m
  implicit none
  type(grid) :: g[*]
  real(8), allocatable :: a(:, :), line(:), b(:, :)
  integer, target :: numbers(12)
  integer, save, target :: shared(12)
  integer :: me, n, right, i, j
  me = this_image(); n = num_images()
  right = mod(me, n) + 1
  g%id = me
  allocate (g%top%u(0:7, 4), g%top%line(10), g%level(2), g%halo(6, 2:5)[*])
  allocate (g%level(2)%u(3, 3 + me), g%level(2)%line(me))
  g%top%u = reshape([(me * 1000d0 + i, i = 1, 32)], [8, 4])
  g%top%line = [(me * 10d0 + i, i = 1, 10)]
  g%top%fixed = me
  g%level(2)%u = me; g%level(2)%line = -me
  g%halo = me
  shared = [(me * 100 + i, i = 1, 12)]
  g%top%map => shared(12:1:-1)
  allocate (a(0:7, 4), line(10), b(6, 2:5))
  sync all

  a(:, :) = g[right]%top%u(:, :)
  call check('whole', sum(a), 32000d0 * right + 528)
  a = 0
  a(:, 2:3) = g[right]%top%u(:, 1:2)
  call check('leading', sum(a), 16000d0 * right + 136)
  a = 0
  a(2:4, 2:3) = g[right]%top%u(1:3, 3:4)
  call check('block', sum(a), 6000d0 * right + 3 * 19 + 3 * 27)
  a = 0
  a(1:3, 1:4:3) = g[right]%top%u(0:2, 1:2)
  call check('block with a step', a(3, 4), 1000d0 * right + 11)
  a(7:0:-1, 1) = g[right]%top%u(:, 1)
  call check('backwards', a(0, 1), 1000d0 * right + 8)
  line(1:10:2) = g[right]%top%line(1:5)
  call check('stride here', line(9), 10d0 * right + 5)
  line(1:5) = g[right]%top%line(2:10:2)
  call check('stride there', line(5), 10d0 * right + 10)
  line(3:10) = g[right]%top%fixed
  call check('fixed component', sum(line(3:10)), 8d0 * right)
  line(1:right) = g[right]%level(2)%line(:)
  call check('of a level', sum(line(1:right)), -1d0 * right * right)
  numbers = g[right]%top%map(:)
  call check('pointer with a step', 1d0 * numbers(1), 100d0 * right + 12)
  numbers(2:1) = g[right]%top%map(5:4)
  line = g[right]%level(2)%line
  call check('reallocated', 1d0 * size(line), 1d0 * right)
  b(:, :) = g%halo(:, :)[right]
  call check('coarray component', sum(b), 24d0 * right)
  sync all

  deallocate (line)
  allocate (line(0:9), source=[(0.5d0 + i, i = 0, 9)])
  g[right]%top%line(:) = line
  g[right]%top%u(:, 4) = a(:, 4)
  g[right]%top%u(2:5, 1:2) = b(1:4, 3:4)
  g%halo(2:6, 3)[right] = line(0:4)
  g%halo(1:2, 4:5)[right] = a(6:7, 1:2)
  g[right]%top%fixed(0:2) = g[right]%top%fixed(1:3) + line(7:9)
  sync all
  call check('put', g%top%line(10), 9.5d0)
  call check('put of a block', g%top%u(5, 2), 1d0 * me)
  call check('put to a coarray component', g%halo(6, 3), 4.5d0)
  call check('block to a coarray component', g%halo(2, 4), 1000d0 * me + 1)
  call check('expression', g%top%fixed(2), me + 9.5d0)
  sync all

  g%top%line = [(1d0 * i, i = 1, 10)]              ! both sides are one array
  g%top%line(2:10) = g[me]%top%line(1:9)
  call check('up', g%top%line(10), 9d0)
  g[me]%top%line(1:9) = g%top%line(2:10)
  call check('down', g%top%line(1), 1d0)
  g[me]%top%u(0:6, 2:4) = g[me]%top%u(1:7, 1:3)
  call check('blocks that overlap', g%top%u(0, 4), g[me]%top%u(0, 4))
  g%top%u = reshape([(1d0 * i, i = 1, 32)], [8, 4])
  g%top%u(1:7, 2:4) = g[me]%top%u(0:6, 1:3)
  call check('blocks that overlap, values', sum(g%top%u(:, 4)), 25d0 + sum([(16d0 + i, i = 1, 7)]))
  g%halo(:, 2) = [(1d0 * i, i = 1, 6)]
  g%halo(2:6, 2)[me] = g%halo(1:5, 2)
  call check('coarray component over itself', sum(g%halo(:, 2)), 16d0)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    real(8), intent(in) :: got, want
    if (abs(got - want) > 1d-9) then
      print '(3a,g0,a,g0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program copies
