! conformance: images=1,2,3,5
! feature: whole objects and objects with type-bound procedures in pure procedures
! A tree of cells with allocatable components, read as a whole by pure functions, and by type-bound ones of its nodes; polymorphic coarrays; recursive types.
module cells
  implicit none
  type :: material
    character(:), allocatable :: name
    real :: density = 0
  end type
  type :: cell
    integer :: id = 0
    real, allocatable :: u(:)
    type(material), allocatable :: of(:)
  contains
    procedure :: mass
    procedure :: first => first_density
  end type
  type, extends(cell) :: hot
    real :: temperature = 0
    type(material) :: wall
  end type
  type :: chain
    integer :: value = 0
    type(chain), allocatable :: next
  end type
  type :: linked
    integer, pointer :: p => null()
    integer :: i = 0
  end type
  type(cell) :: c[*]
  type(cell), allocatable :: grid(:)[:]
  class(cell), allocatable :: any_cell[:]
  type(chain) :: head[*]
  type(linked) :: link[*]
contains
  pure real function mass(self)
    class(cell), intent(in) :: self
    integer :: i
    mass = 0
    if (.not. allocated(self%of)) return
    do i = 1, size(self%of)
      mass = mass + self%of(i)%density
    end do
  end function
  pure real function first_density(self, k)
    class(cell), intent(in) :: self
    integer, intent(in) :: k
    first_density = c[k]%of(1)%density + self%id
  end function
  pure real function mass_of(z)
    type(cell), intent(in) :: z
    mass_of = z%mass()
  end function
  pure subroutine copy(k, z, list)
    integer, intent(in) :: k
    type(cell), intent(out) :: z
    type(cell), allocatable, intent(out) :: list(:)
    z = c[k]
    list = grid(:)[k]
  end subroutine
  pure real function whole_mass(k)
    integer, intent(in) :: k
    whole_mass = mass_of(c[k]) + mass_of(grid(2)[k])
  end function
  pure integer function ids(z, k)
    type(cell), intent(in) :: z(:)[*]
    integer, intent(in) :: k
    ids = sum(z(:)[k]%id)
  end function
  pure function declared(k) result(r)
    integer, intent(in) :: k
    real :: r(2)
    r = any_cell[k]%u(1:2) + any_cell[k]%id
  end function
  pure integer function depth(k)
    integer, intent(in) :: k
    depth = length(head[k])
  end function
  pure recursive integer function length(l) result(n)
    type(chain), intent(in) :: l
    n = l%value
    if (allocated(l%next)) n = n + length(l%next)
  end function
  pure subroutine shared(k, copy)
    integer, intent(in) :: k
    type(chain), intent(inout) :: copy
    copy = head[k]
  end subroutine
  pure integer function through(k)
    integer, intent(in) :: k
    through = value_of(link[k])
  end function
  pure integer function value_of(l)
    type(linked), intent(in) :: l
    value_of = l%i ! the pointer means nothing on another image (F2018 19.5.2.5)
  end function
  elemental real function density(k, i)
    integer, intent(in) :: k, i
    density = grid(i)[k]%of(1)%density
  end function
  pure character(8) function wall(k)
    integer, intent(in) :: k
    wall = 'none'
    select type (any_cell)
    type is (hot)
      wall = any_cell[k]%wall%name
    end select
  end function
end module
program pure_whole_objects
  use cells
  implicit none
  integer :: me, n, k, i
  integer, target, save :: here
  type(cell) :: z
  type(cell), allocatable :: list(:)
  type(chain) :: l
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  c%id = me
  c%u = [real :: (me*i, i=1, me)]
  c%of = [material('iron', 1.0*me), material('x', 2.0*me)]
  allocate (grid(3)[*])
  do i = 1, 3
    grid(i)%id = 10*me + i
    grid(i)%of = [material(repeat('a', i + me), real(100*me + i))]
  end do
  allocate (hot :: any_cell[*])
  any_cell%id = me
  any_cell%u = [1.5, 2.5, 3.5]*me
  select type (any_cell)
  type is (hot)
    any_cell%wall%name = repeat('w', me)
  end select
  head%value = me
  allocate (head%next); head%next%value = 10*me
  allocate (head%next%next); head%next%next%value = 100*me
  here = 1000*me
  link%i = me
  if (mod(me, 2) == 1) link%p => here
  sync all
  call copy(k, z, list)
  if (z%id /= k .or. size(z%u) /= k .or. z%mass() /= 3*k .or. z%of(1)%name /= 'iron') error stop 'FAIL copy: one object'
  if (z%u(k) /= k*k) error stop 'FAIL copy: u'
  if (size(list) /= 3 .or. list(3)%id /= 10*k + 3 .or. len(list(2)%of(1)%name) /= 2 + k) error stop 'FAIL copy: array'
  if (list(3)%of(1)%density /= 100*k + 3) error stop 'FAIL copy: array of components'
  if (allocated(list(1)%u)) error stop 'FAIL copy: not allocated'
  if (whole_mass(k) /= 3*k + 100*k + 2) error stop 'FAIL whole_mass'
  if (ids(grid, k) /= 30*k + 6) error stop 'FAIL ids'
  if (ids(grid(3:1:-2), k) /= 20*k + 4) error stop 'FAIL ids of a section'
  if (any(declared(k) /= [2.5, 3.5]*k)) error stop 'FAIL declared'
  if (z%first(k) /= 2*k) error stop 'FAIL first'
  if (depth(k) /= 111*k) error stop 'FAIL depth'
  l%value = -1; allocate (l%next); l%next%value = -2
  call shared(k, l)
  if (length(l) /= 111*k) error stop 'FAIL shared'
  if (through(k) /= k) error stop 'FAIL through'
  if (any(density(k, [1, 2, 3]) /= 100*k + [1, 2, 3])) error stop 'FAIL density'
  if (wall(k) /= repeat('w', min(k, 8))) error stop 'FAIL wall'
  sync all
  head%value = -1; c%u = 0; head%next%value = -1 ! what was copied is apart
  sync all
  if (length(l) /= 111*k .or. z%u(k) /= k*k) error stop 'FAIL copies are apart'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
