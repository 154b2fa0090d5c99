! conformance: images=1,2,3
! feature: parameterized derived types
! A type with KIND parameters has a coarray component, and is passed on by a type-bound procedure.
module grids
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: grid(n, m)
    integer, kind :: n = 2, m = 2
    real(dp) :: u(n, m)
    real(dp), allocatable :: halo(:)[:]
  end type
contains
  subroutine send(g, to)
    type(grid(4, 3)), intent(inout) :: g
    integer, intent(in) :: to
    g%halo(:)[to] = g%u(:, 3)
  end subroutine
end module
program parameterized_coarray_parts
  use grids
  implicit none
  type(grid(4, 3)) :: g
  integer :: me, n, right
  me = this_image()
  n = num_images()
  right = mod(me, n) + 1
  allocate (g%halo(4)[*])
  g%u = me
  g%halo = 0
  sync all
  call send(g, right)
  sync all
  if (any(g%halo /= merge(n, me - 1, me == 1))) error stop 'halo'
  if (g%halo(2)[right] /= me) error stop 'get'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
