! conformance: images=1,2,3,5
! feature: polymorphic coarrays
! Values of polymorphic coindexed objects with their dynamic type: assigned, as SOURCE= and MOLD=, in structure constructors; scalars,
! elements, sections and whole arrays, coarrays and coarray components, of types that lie apart and of types with allocatable parts.
module shapes
  implicit none
  private
  public :: fetch
  type, public, abstract :: shape
     integer :: id = 0
   contains
     procedure(size_of), deferred :: area
  end type shape
  abstract interface
     integer function size_of(self)
       import :: shape
       class(shape), intent(in) :: self
     end function size_of
  end interface
  type, public :: holder
     class(shape), allocatable :: it
  end type holder
  type, public :: grid
     class(shape), allocatable :: s[:], row(:)[:]
  end type grid
contains
  ! Here no extension is known.
  subroutine fetch(x, k, y)
    class(shape), intent(in) :: x[*]
    integer, intent(in) :: k
    class(shape), allocatable, intent(out) :: y
    y = x[k]
  end subroutine fetch
end module shapes

module squares
  use shapes
  implicit none
  private
  type, public, extends(shape) :: square
     integer :: side = 1
   contains
     procedure :: area => square_area
  end type square
  type, public, extends(shape) :: polygon
     integer, allocatable :: corners(:)
     character(len=:), allocatable :: name
   contains
     procedure :: area => polygon_area
  end type polygon
  type, extends(polygon) :: hidden      ! known in this module alone
     real, allocatable :: weight
     class(shape), allocatable :: inner
  end type hidden
  public :: make_hidden, hidden_is
contains
  integer function square_area(self)
    class(square), intent(in) :: self
    square_area = self%side**2
  end function square_area
  integer function polygon_area(self)
    class(polygon), intent(in) :: self
    polygon_area = sum(self%corners)
  end function polygon_area
  subroutine make_hidden(x)
    class(shape), allocatable, intent(inout) :: x[:]
    integer :: i
    allocate (hidden :: x[*])
    select type (x)
    type is (hidden)
       x%corners = [(i, i=1, this_image())]
       x%name = repeat('h', this_image())
       x%weight = this_image() + 0.5
       x%inner = square(id=1, side=this_image())
    end select
  end subroutine make_hidden
  logical function hidden_is(x, k)
    class(shape), intent(in) :: x
    integer, intent(in) :: k
    hidden_is = .false.
    select type (x)
    type is (hidden)
       if (.not. allocated(x%weight) .or. .not. allocated(x%inner)) return
       hidden_is = x%name == repeat('h', k) .and. size(x%corners) == k .and. x%weight == k + 0.5 .and. x%inner%area() == k*k
    end select
  end function hidden_is
end module squares

program dynamic_values
  use shapes
  use squares
  implicit none
  type, extends(square) :: own
     real, allocatable :: r(:)
  end type own
  class(shape), allocatable :: x[:], h[:], row(:)[:], o[:]
  class(shape), allocatable :: y, z(:)
  type(holder) :: w
  type(grid) :: g
  integer :: k, i, me, n
  me = this_image()
  n = num_images()
  allocate (square :: x[*])
  allocate (polygon :: row(-1:2)[*])
  allocate (own :: o[*])
  allocate (polygon :: g%s[*])
  allocate (square :: g%row(3)[*])
  select type (x)
  type is (square)
     x%side = me
  end select
  x%id = 10*me
  select type (row)
  type is (polygon)
     do i = -1, 2
        row(i)%corners = [(me, k=1, me+i+1)]
        row(i)%name = repeat(achar(96+me), i+2)
        row(i)%id = 100*me + i
     end do
  end select
  select type (o)
  type is (own)
     o%r = [real :: (k, k=1, me)]
     o%side = 3
  end select
  select type (s => g%s)
  type is (polygon)
     s%corners = [me, 2*me]
     s%name = 'g'
  end select
  select type (r => g%row)
  type is (square)
     r%side = me + [1, 2, 3]
  end select
  call make_hidden(h)
  sync all
  do k = 1, n
     y = x[k]
     if (y%area() /= k*k .or. y%id /= 10*k) error stop 1
     deallocate (y)
     allocate (y, source=x[k])
     if (y%area() /= k*k) error stop 2
     w = holder(x[k])
     if (w%it%area() /= k*k) error stop 3
     if (.true.) y = row(1)[k]
     if (y%area() /= k*(k+2) .or. y%id /= 100*k+1) error stop 4
     select type (y)
     type is (polygon)
        if (y%name /= repeat(achar(96+k), 3)) error stop 5
     class default
        error stop 6
     end select
     y = h[k]
     if (.not. hidden_is(y, k)) error stop 7
     call fetch(h, k, y)
     if (.not. hidden_is(y, k)) error stop 8
     deallocate (y)
     allocate (y, source=h[k])
     if (.not. hidden_is(y, k)) error stop 9
     w = holder(it=h[k])
     if (.not. hidden_is(w%it, k)) error stop 10
     y = o[k]
     select type (y)
     type is (own)
        if (size(y%r) /= k .or. y%side /= 3) error stop 11
     class default
        error stop 12
     end select
     allocate (z, source=row[k])
     if (size(z) /= 4 .or. lbound(z,1) /= -1) error stop 13
     do i = -1, 2
        if (z(i)%area() /= k*(k+i+1)) error stop 14
     end do
     deallocate (z)
     allocate (z, source=row(2:-1:-3)[k])
     if (size(z) /= 2) error stop 15
     if (z(1)%area() /= k*(k+3) .or. z(2)%area() /= k*k) error stop 16
     deallocate (z)
     allocate (z(5), mold=row(0)[k])
     if (.not. same_type_as(z, row)) error stop 17
     deallocate (z)
     y = g%s[k]
     if (y%area() /= 3*k) error stop 18
     y = g%row(2)[k]
     if (y%area() /= (k+2)**2) error stop 19
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
end program dynamic_values
