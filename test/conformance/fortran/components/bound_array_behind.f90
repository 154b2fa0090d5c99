! conformance: images=1,2,3,5
! feature: components behind an image selector: whole arrays of a type with bindings
! Whole arrays and sections of a type with bindings, as components of what an allocatable or pointer
! component of another image's object has: a tree whose cells name each other by image and index.
module trees
  implicit none
  type ref
    integer :: image = 0, at = 0
  contains
    procedure :: there
  end type
  type knot
    type(ref) :: links(2,3)
  end type
  type cell
    type(ref) :: child(4), up
    type(knot) :: knot
    real, allocatable :: tracer(:)
  end type
  type forest
    type(cell), allocatable :: cells(:)
    type(cell), pointer :: root => null()
  end type
contains
  elemental logical function there(self)
    class(ref), intent(in) :: self
    there = self%image > 0
  end function
  integer function total(list)
    type(ref), intent(in) :: list(:)
    total = sum(list%at) + 100*count(list%there())
  end function
end module
program bound_array_behind
  use trees
  implicit none
  type(forest) :: f[*]
  type(cell), target :: trunk
  type(ref) :: kids(4), grid(2,3), one
  integer :: me, next, before, i, j
  me = this_image()
  next = mod(me, num_images()) + 1
  before = mod(me + num_images() - 2, num_images()) + 1
  allocate (f%cells(3))
  do i = 1, 3
    f%cells(i)%child = [(ref(me, 10*i + j), j=1,4)]
    f%cells(i)%up = ref(me, i)
    do j = 1, 3
      f%cells(i)%knot%links(:,j) = [ref(me, 100*i + j), ref(0, 200*i + j)]
    end do
  end do
  trunk = f%cells(3)
  f%root => trunk
  sync all
  one = ref(next, 2)
  kids = f[one%image]%cells(one%at)%child
  if (any(kids%image /= next) .or. any(kids%at /= [21,22,23,24])) error stop 1
  kids = f[one%image]%root%child
  if (any(kids%image /= next) .or. any(kids%at /= [31,32,33,34])) error stop 2
  grid = f[next]%cells(one%at)%knot%links
  if (any(grid(1,:)%at /= [201,202,203]) .or. any(grid(2,:)%there())) error stop 3
  grid = f[next]%root%knot%links
  if (any(grid(1,:)%at /= [301,302,303]) .or. any(grid(2,:)%there())) error stop 4
  kids(1:3) = f[next]%cells(1:3)%up
  if (any(kids(1:3)%at /= [1,2,3])) error stop 5
  kids(1:2) = f[next]%cells(1)%child(4:1:-3)
  if (any(kids(1:2)%at /= [14,11])) error stop 6
  kids(2:4) = f[next]%cells(1)%child([2,3,2])
  if (any(kids(2:4)%at /= [12,13,12])) error stop 7
  grid(:,1) = f[next]%cells(3)%knot%links(2:1:-1,2)
  if (any(grid(:,1)%at /= [602,302])) error stop 8
  if (total(f[next]%cells(one%at)%child) /= 490) error stop 9
  j = 0
  do i = 1, 3
    j = j + total(f[next]%cells(i)%knot%links(1,:))
  end do
  if (j /= 3*300 + 3*600 + 18) error stop 10
  kids = merge(f[next]%cells(1)%child, f[next]%root%child, [.true., .false., .true., .false.])
  if (any(kids%at /= [11,32,13,34])) error stop 11
  sync all
  f[next]%cells(one%at)%child = [(ref(me, j), j=1,4)]
  f[next]%root%knot%links = ref(me, 7)
  f[next]%cells(1)%knot%links(:,2) = ref(me, 8)
  where ([.true., .false., .true., .false.]) f[next]%root%child = ref(me, 9)
  sync all
  if (any(f%cells(2)%child%image /= before)) error stop 12
  if (any(f%cells(2)%child%at /= [1,2,3,4])) error stop 12
  if (any(trunk%knot%links%image /= before) .or. any(trunk%knot%links%at /= 7)) error stop 13
  if (any(f%cells(1)%knot%links(:,2)%at /= 8)) error stop 14
  if (f%cells(1)%knot%links(1,3)%at /= 103) error stop 14
  if (any(trunk%child%at /= [9,32,9,34])) error stop 15
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
