! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Materials of extended types in a mesh: components three levels deep, type-bound procedures of coindexed objects.
module m
  implicit none
  type :: material
    real :: density = 1
  contains
    procedure :: mass
  end type
  type, extends(material) :: alloy
    real, allocatable :: parts(:)
  contains
    procedure :: mass => alloy_mass
    procedure :: nparts
  end type
  type :: cell
    type(alloy), allocatable :: layers(:)
    integer :: n = 0
  end type
  type :: mesh
    type(cell), allocatable :: cells(:, :)
  end type
contains
  real function mass(self, v)
    class(material), intent(in) :: self
    real, intent(in) :: v
    mass = self%density * v
  end function
  real function alloy_mass(self, v)
    class(alloy), intent(in) :: self
    real, intent(in) :: v
    alloy_mass = sum(self%parts) * v
  end function
  integer function nparts(self)
    class(alloy), intent(in) :: self
    nparts = size(self%parts)
  end function
end module
program p
  use m
  implicit none
  type(mesh) :: g[*]
  type(alloy) :: a[*], aa(3)[*]
  type(cell) :: c
  type(alloy), allocatable :: ls(:)
  integer :: me, n, k, i, j
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (g%cells(2, me))
  do j = 1, me
    do i = 1, 2
      allocate (g%cells(i, j)%layers(i))
      g%cells(i, j)%layers(i)%parts = [real :: me, i, j]
      if (i == 2) allocate (g%cells(i, j)%layers(1)%parts(0))
    end do
  end do
  a%parts = [1.0, real(me)]
  do i = 1, 3
    aa(i)%parts = [(real(me), j = 1, i)]
  end do
  sync all
  if (a[k]%mass(2.0) /= 2 * (1 + k)) error stop 'FAIL mass'
  if (a[k]%material%mass(2.0) /= 2) error stop 'FAIL parent'
  if (aa(3)[k]%nparts() /= 3) error stop 'FAIL nparts'
  if (g[k]%cells(2, k)%layers(2)%mass(1.0) /= k + 2 + k) error stop 'FAIL deep mass'
  if (any(g[k]%cells(1, k)%layers(1)%parts /= [real :: k, 1, k])) error stop 'FAIL deep'
  do j = 1, size(g[k]%cells, 2)
    do i = 1, 2
      if (g[k]%cells(i, j)%layers(i)%parts(3) /= j) error stop 'FAIL loop'
    end do
  end do
  c = g[k]%cells(2, 1)
  if (size(c%layers) /= 2 .or. size(c%layers(1)%parts) /= 0) error stop 'FAIL cell'
  ls = g[k]%cells(2, 1)%layers
  if (ls(2)%parts(1) /= k) error stop 'FAIL layers'
  sync all
  g[k]%cells(2, 1)%layers(2)%parts(:) = -me
  g[k]%cells(1, 1)%layers(1)%density = 7
  sync all
  if (any(g%cells(2, 1)%layers(2)%parts /= -merge(n, me - 1, me == 1))) error stop 'FAIL put'
  if (g%cells(1, 1)%layers(1)%density /= 7) error stop 'FAIL density'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
