! The periodic box, its cut into rectangles, one an image, and the start.
module box
  use kinds, only: wp, int64
  use particle, only: particle_t, cutoff
  implicit none
  private
  public :: box_t, make_box, lattice_particle, wrap

  integer, parameter, public :: left = 1, right = 2, down = 3, up = 4

  type :: box_t
     real(wp) :: length(2)                ! of the whole box
     integer :: grid(2)                   ! images along each axis
     integer :: place(2)                  ! of this image among them, from 1
     real(wp) :: lower(2), upper(2)       ! what this image owns: lower <= x < upper
     integer :: neighbour(4)              ! images to the left, right, down, up
     integer :: side                      ! lattice sites along each axis
  end type box_t

  real(wp), parameter :: density = 0.7_wp
  real(wp), parameter :: start_speed = 1.5_wp
  real(wp), parameter :: wind(2) = [3.0_wp, -2.0_wp]   ! of all; it drives the migration

contains

  ! side*side particles at the given density, images in a grid as square as
  ! their number allows.
  function make_box(side) result(b)
    integer, intent(in) :: side
    type(box_t) :: b
    integer :: n, px

    n = num_images()
    do px = int(sqrt(real(n, wp))), 1, -1
       if (mod(n, px) == 0) exit
    end do
    b%side = side
    b%length = side/sqrt(density)
    b%grid = [n/px, px]
    b%place = 1 + [mod(this_image() - 1, b%grid(1)), (this_image() - 1)/b%grid(1)]
    b%lower = edge(b, b%place)
    b%upper = edge(b, b%place + 1)
    b%neighbour = [image_at(b, -1, 0), image_at(b, 1, 0), image_at(b, 0, -1), image_at(b, 0, 1)]
    if (any(b%length/b%grid < cutoff)) &
         error stop 'particles: the box is too small for so many images'
    ! A particle must not meet two periodic images of another.
    if (any(b%length < 2*cutoff)) error stop 'particles: the box is smaller than two cutoffs'
  end function make_box

  pure function edge(b, place) result(x)
    type(box_t), intent(in) :: b
    integer, intent(in) :: place(2)
    real(wp) :: x(2)

    x = b%length*(place - 1)/b%grid
  end function edge

  pure integer function image_at(b, dx, dy)
    type(box_t), intent(in) :: b
    integer, intent(in) :: dx, dy
    integer :: q(2)

    q = modulo(b%place - 1 + [dx, dy], b%grid)
    image_at = 1 + q(1) + q(2)*b%grid(1)
  end function image_at

  ! Where particle id starts: on a square lattice, slightly displaced, with a
  ! velocity that depends on its number alone.
  function lattice_particle(b, id) result(p)
    type(box_t), intent(in) :: b
    integer, intent(in) :: id
    type(particle_t) :: p
    integer(int64), parameter :: a = 16807_int64, m = 2147483647_int64
    integer(int64) :: seed
    real(wp) :: draw(4)
    integer :: k

    seed = 7919_int64*id + 12345_int64
    do k = 1, 8                            ! the first draws of near seeds are alike
       seed = mod(a*seed, m)
       draw(1 + mod(k, 4)) = real(seed, wp)/real(m, wp) - 0.5_wp
    end do
    p%id = id
    p%x = (0.5_wp + [mod(id - 1, b%side), (id - 1)/b%side] + 0.1_wp*draw(1:2))*b%length/b%side
    p%v = wind + 2.0_wp*start_speed*draw(3:4)
  end function lattice_particle

  pure function wrap(b, x) result(y)
    type(box_t), intent(in) :: b
    real(wp), intent(in) :: x(2)
    real(wp) :: y(2)

    y = modulo(x, b%length)
    where (y >= b%length) y = 0.0_wp       ! modulo of a tiny negative number
  end function wrap

end module box
