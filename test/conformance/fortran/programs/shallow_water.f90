! conformance: images=1,2,3,5,8
! feature: whole programs with allocatable components
! Shallow water on a beta plane: fields are objects with allocatable coarray halos and type-bound procedures; a domain has an array of
! fields; forward-backward stepping. Checked: mass is conserved, and the result does not depend on the number of images.
module domain_m
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: dp, domain

  type, public :: field
    character(len=:), allocatable :: name
    real(dp), allocatable :: v(:,:)
    real(dp), allocatable :: west_halo(:)[:,:], east_halo(:)[:,:], south_halo(:)[:,:], north_halo(:)[:,:]
  contains
    procedure :: create
    procedure :: put_halos
    procedure :: take_halos
    procedure :: total
    procedure, private :: axpy
    generic :: add => axpy
  end type

  type :: domain
    integer :: nx = 0, ny = 0              ! of the whole
    integer :: px = 1, py = 1, ix = 1, iy = 1
    integer :: i0 = 1, j0 = 1, ni = 0, nj = 0
    type(field), allocatable :: f(:)       ! height, u, v
  contains
    procedure :: divide
    procedure :: exchange
    procedure :: step
    procedure :: checksum
  end type
contains
  subroutine divide(self, nx, ny)
    class(domain), intent(inout) :: self
    integer, intent(in) :: nx, ny
    integer :: here(2), k
    integer, allocatable :: place[:,:]
    self%nx = nx; self%ny = ny
    self%px = int(sqrt(real(num_images()) + 0.5))
    do while (mod(num_images(), self%px) /= 0)
      self%px = self%px - 1
    end do
    self%py = num_images()/self%px
    allocate (place[self%px, *])
    here = this_image(place)
    self%ix = here(1); self%iy = here(2)
    self%i0 = nx*(self%ix - 1)/self%px + 1
    self%j0 = ny*(self%iy - 1)/self%py + 1
    self%ni = nx*self%ix/self%px - self%i0 + 1
    self%nj = ny*self%iy/self%py - self%j0 + 1
    allocate (self%f(3))
    do k = 1, 3
      call self%f(k)%create(trim(merge('height', merge('u     ', 'v     ', k == 2), k == 1)), self%ni, self%nj, (nx + self%px - 1)/self%px + 1, &
        (ny + self%py - 1)/self%py + 1, self%px)
    end do
  end subroutine

  subroutine create(self, name, ni, nj, most_i, most_j, px)
    class(field), intent(inout) :: self
    character(len=*), intent(in) :: name
    integer, intent(in) :: ni, nj, most_i, most_j, px
    self%name = name
    allocate (self%v(0:ni + 1, 0:nj + 1), source=0.0_dp)
    allocate (self%west_halo(most_j)[px, *], self%east_halo(most_j)[px, *])
    allocate (self%south_halo(most_i)[px, *], self%north_halo(most_i)[px, *])
  end subroutine

  ! each image puts its edges into its neighbours' halos; the torus is closed by cosubscripts
  subroutine put_halos(self, d)
    class(field), intent(inout) :: self
    type(domain), intent(in) :: d
    integer :: e, w, n, s
    e = merge(1, d%ix + 1, d%ix == d%px); w = merge(d%px, d%ix - 1, d%ix == 1)
    n = merge(1, d%iy + 1, d%iy == d%py); s = merge(d%py, d%iy - 1, d%iy == 1)
    self%west_halo(1:d%nj)[e, d%iy] = self%v(d%ni, 1:d%nj)
    self%east_halo(1:d%nj)[w, d%iy] = self%v(1, 1:d%nj)
    self%south_halo(1:d%ni)[d%ix, n] = self%v(1:d%ni, d%nj)
    self%north_halo(:d%ni)[d%ix, s] = self%v(1:d%ni, 1)
  end subroutine

  subroutine take_halos(self)
    class(field), intent(inout) :: self
    integer :: ni, nj
    ni = ubound(self%v, 1) - 1; nj = ubound(self%v, 2) - 1
    self%v(0, 1:nj) = self%west_halo(:nj)
    self%v(ni + 1, 1:nj) = self%east_halo(:nj)
    self%v(1:ni, 0) = self%south_halo(:ni)
    self%v(1:ni, nj + 1) = self%north_halo(:ni)
  end subroutine

  subroutine exchange(self)
    class(domain), intent(inout) :: self
    integer :: k
    sync all
    do k = 1, size(self%f)
      call self%f(k)%put_halos(self)
    end do
    sync all
    do k = 1, size(self%f)
      call self%f(k)%take_halos()
    end do
  end subroutine

  impure elemental real(dp) function total(self)
    class(field), intent(in) :: self
    associate (v => self%v)
      total = sum(v(1:ubound(v, 1) - 1, 1:ubound(v, 2) - 1))
    end associate
    call co_sum(total)
  end function

  pure subroutine axpy(self, a, x)
    class(field), intent(inout) :: self
    real(dp), intent(in) :: a, x(:,:)
    associate (n => shape(x))
      self%v(1:n(1), 1:n(2)) = self%v(1:n(1), 1:n(2)) + a*x
    end associate
  end subroutine

  subroutine step(self, dt)
    class(domain), intent(inout) :: self
    real(dp), intent(in) :: dt
    real(dp) :: tendency(self%ni, self%nj, 2), coriolis
    integer :: i, j
    associate (h => self%f(1)%v, u => self%f(2)%v, v => self%f(3)%v)
      do concurrent (j = 1:self%nj, i = 1:self%ni)
        tendency(i, j, 1) = -(u(i + 1, j) - u(i - 1, j) + v(i, j + 1) - v(i, j - 1))/2
      end do
    end associate
    call self%f(1)%add(dt, tendency(:, :, 1))
    call self%exchange()
    associate (h => self%f(1)%v, u => self%f(2)%v, v => self%f(3)%v)
      do j = 1, self%nj
        coriolis = 0.1_dp + 0.01_dp*sin(2*acos(-1.0_dp)*(self%j0 + j)/self%ny)
        do i = 1, self%ni
          tendency(i, j, 1) = coriolis*v(i, j) - (h(i + 1, j) - h(i - 1, j))/2
          tendency(i, j, 2) = -coriolis*u(i, j) - (h(i, j + 1) - h(i, j - 1))/2
        end do
      end do
    end associate
    call self%f(2)%add(dt, tendency(:, :, 1))
    call self%f(3)%add(x=tendency(:, :, 2), a=dt)
    call self%exchange()
  end subroutine

  ! independent of the order of summation: integers
  integer function checksum(self) result(c)
    class(domain), intent(in) :: self
    integer :: i, j
    c = 0
    do j = 1, self%nj
      do i = 1, self%ni
        c = c + mod((self%i0 + i)*31 + (self%j0 + j)*17, 101)*nint(1d4*self%f(1)%v(i, j))
      end do
    end do
    call co_sum(c)
  end function
end module domain_m

program shallow
  use domain_m
  implicit none
  type(domain), allocatable :: sea
  integer, parameter :: nx = 20, ny = 18, steps = 60
  integer :: i, j, n, sum_here
  real(dp) :: before, after
  real(dp) :: h(0:nx + 1, 0:ny + 1), u(0:nx + 1, 0:ny + 1), v(0:nx + 1, 0:ny + 1), t(nx, ny, 2), f
  allocate (sea)
  call sea%divide(nx, ny)
  do j = 1, sea%nj
    do i = 1, sea%ni
      sea%f(1)%v(i, j) = bump(sea%i0 + i - 1, sea%j0 + j - 1)
    end do
  end do
  call sea%exchange()
  before = sea%f(1)%total()
  do n = 1, steps
    call sea%step(0.1_dp)
  end do
  after = sea%f(1)%total()
  if (abs(after - before) > 1d-9*abs(before)) error stop 'mass'
  sum_here = sea%checksum()

  ! the same on one image, plainly
  h = 0; u = 0; v = 0
  do j = 1, ny; do i = 1, nx; h(i, j) = bump(i, j); end do; end do
  call wrap(h)
  do n = 1, steps
    h(1:nx, 1:ny) = h(1:nx, 1:ny) - 0.1_dp*(u(2:, 1:ny) - u(:nx - 1, 1:ny) + v(1:nx, 2:) - v(1:nx, :ny - 1))/2
    call wrap(h)
    do j = 1, ny
      f = 0.1_dp + 0.01_dp*sin(2*acos(-1.0_dp)*(j + 1)/ny)
      t(:, j, 1) = f*v(1:nx, j) - (h(2:, j) - h(:nx - 1, j))/2
      t(:, j, 2) = -f*u(1:nx, j) - (h(1:nx, j + 1) - h(1:nx, j - 1))/2
    end do
    u(1:nx, 1:ny) = u(1:nx, 1:ny) + 0.1_dp*t(:, :, 1)
    v(1:nx, 1:ny) = v(1:nx, 1:ny) + 0.1_dp*t(:, :, 2)
    call wrap(u); call wrap(v)
  end do
  associate (mine => sea%f(1)%v(1:sea%ni, 1:sea%nj), all => h(sea%i0:sea%i0 + sea%ni - 1, sea%j0:sea%j0 + sea%nj - 1))
    if (any(abs(mine - all) > 1d-12)) error stop 'fields'
  end associate
  n = sum_here
  call co_broadcast(n, 1)
  if (n /= sum_here) error stop 'checksum'
  if (sea%f(2)%name // sea%f(3)%name // sea%f(1)%name /= 'uvheight') error stop 'names'
  deallocate (sea)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure real(dp) function bump(i, j)
    integer, intent(in) :: i, j
    bump = 1 + exp(-((i - 6)**2 + (j - 9)**2)/8.0_dp)
  end function
  pure subroutine wrap(a)
    real(dp), intent(inout) :: a(0:nx + 1, 0:ny + 1)
    a(0, :) = a(nx, :); a(nx + 1, :) = a(1, :)
    a(:, 0) = a(:, ny); a(:, ny + 1) = a(:, 1)
  end subroutine
end program shallow
