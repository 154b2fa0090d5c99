! conformance: images=1,2,3,5
! feature: co_broadcast of objects with polymorphic components
! What polymorphic allocatable components hold comes with its dynamic type, whether derived or intrinsic (F2018 16.9.46, 10.2.1.3).
module figures
  implicit none
  private
  public :: figure, scene, total
  type, abstract :: figure
    character(:), allocatable :: name
  contains
    procedure(area_of), deferred :: area
  end type
  abstract interface
    pure real function area_of(self)
      import :: figure
      class(figure), intent(in) :: self
    end function
  end interface
  type, abstract :: hidden
    integer :: kind = 0
  end type
  type, extends(hidden) :: tint
    real :: rgb(3) = 0
  end type
  type, extends(hidden) :: texture
    character(:), allocatable :: file
  end type
  type :: slot
    class(figure), allocatable :: what
    class(hidden), allocatable, private :: look
  end type
  type :: scene
    type(slot), allocatable :: slots(:)
    integer :: used = 0
  contains
    procedure :: add, colour, paint, describe
  end type
contains
  subroutine add(self, what)
    class(scene), intent(inout) :: self
    class(figure), intent(in) :: what
    if (.not. allocated(self%slots)) allocate (self%slots(0:7))
    allocate (self%slots(self%used)%what, source=what)
    self%used = self%used + 1
  end subroutine
  subroutine colour(self, at, rgb)
    class(scene), intent(inout) :: self
    integer, intent(in) :: at
    real, intent(in) :: rgb(3)
    type(tint) :: t
    t%kind = 1; t%rgb = rgb
    allocate (self%slots(at)%look, source=t)
  end subroutine
  subroutine paint(self, at, file)
    class(scene), intent(inout) :: self
    integer, intent(in) :: at
    character(*), intent(in) :: file
    type(texture) :: t
    t%kind = 2; t%file = file
    allocate (self%slots(at)%look, source=t)
  end subroutine
  function describe(self, at) result(text)
    class(scene), intent(in) :: self
    integer, intent(in) :: at
    character(:), allocatable :: text
    text = 'none'
    if (allocated(self%slots(at)%look)) then
      select type (l => self%slots(at)%look)
      type is (tint)
        if (l%kind == 1 .and. all(l%rgb == [0.5, 0.25, 0.125])) text = 'tint'
      type is (texture)
        if (l%kind == 2) text = l%file
      end select
    end if
  end function
  pure real function total(s)
    class(scene), intent(in) :: s
    integer :: i
    total = 0
    do i = 0, s%used - 1
      total = total + s%slots(i)%what%area()
    end do
  end function
end module

module round_and_square
  use figures
  implicit none
  type, extends(figure) :: disc
    real :: r = 0
  contains
    procedure :: area => disc_area
  end type
  type, extends(figure) :: rectangle
    real :: a = 0, b = 0
  contains
    procedure :: area => rectangle_area
  end type
  type, extends(rectangle) :: framed
    real, allocatable :: widths(:)
    class(figure), allocatable :: inner
  contains
    procedure :: area => framed_area
  end type
contains
  pure real function disc_area(self)
    class(disc), intent(in) :: self
    disc_area = 3*self%r**2
  end function
  pure real function rectangle_area(self)
    class(rectangle), intent(in) :: self
    rectangle_area = self%a*self%b
  end function
  pure real function framed_area(self)
    class(framed), intent(in) :: self
    framed_area = self%a*self%b + sum(self%widths)
    if (allocated(self%inner)) framed_area = framed_area + 1000*self%inner%area()
  end function
end module

program broadcast_polymorphic
  use round_and_square
  implicit none
  type :: any_value
    class(*), allocatable :: v
  end type
  type, extends(any_value) :: noted
    character(:), allocatable :: note
  end type
  type :: series
    class(*), allocatable :: v(:)
    class(any_value), allocatable :: grid(:, :)
    class(*), pointer :: mine => null()
  end type
  type(scene) :: s
  integer :: me, n, status
  me = this_image(); n = num_images()

  call geometry()
  call values()
  call arrays()
  sync all
  if (me == 1) print '(a)', 'PASS'

contains

  subroutine geometry()
    type(disc) :: d
    type(framed) :: f
    if (me == n) then
      d%r = 2; d%name = 'disc'
      f%a = 1; f%b = 3; f%widths = [4.0, 5.0]; f%name = 'framed'
      allocate (f%inner, source=d)
      call s%add(d)
      call s%add(f)
      call s%colour(0, [0.5, 0.25, 0.125])
      call s%paint(1, 'wood.png')
    else ! what is there goes
      call s%add(f)
      call s%paint(0, 'none')
      s%slots(0)%what%name = 'old'
    end if
    call co_broadcast(s, source_image=n)
    if (s%used /= 2 .or. lbound(s%slots, 1) /= 0 .or. ubound(s%slots, 1) /= 7) error stop 'the slots'
    if (total(s) /= 12 + 12 + 12000) error stop 'the areas'
    if (s%slots(0)%what%name /= 'disc' .or. s%slots(1)%what%name /= 'framed') error stop 'the names'
    if (allocated(s%slots(2)%what)) error stop 'nothing'
    if (s%describe(0) /= 'tint' .or. s%describe(1) /= 'wood.png' .or. s%describe(2) /= 'none') error stop 'private components'
    select type (f => s%slots(1)%what)
    class is (framed)
      if (.not. same_type_as(f%inner, d)) error stop 'what is inside'
    class default
      error stop 'the dynamic type'
    end select
  end subroutine

  subroutine values()
    type(any_value) :: x
    type(noted) :: y
    integer :: turn
    do turn = 1, 8
      if (allocated(x%v)) deallocate (x%v) ! gfortran 12 goes on with freed memory if it assigns another type
      if (me == 1) allocate (x%v, source=-1)
      if (me == mod(turn, n) + 1) then
        if (allocated(x%v)) deallocate (x%v)
        select case (turn)
        case (1); allocate (x%v, source=42)
        case (2); allocate (x%v, source=1.5d0)
        case (3); allocate (x%v, source='a text of some length')
        case (4); allocate (x%v, source=(1.0, -2.0))
        case (5); allocate (x%v, source=.true.)
        case (6)
          y%note = 'kept'
          allocate (y%v, source='inside')
          allocate (x%v, source=y)
        case (8); allocate (character(3) :: x%v)
        end select
      end if
      if (turn == 4) then
        call co_broadcast(x, mod(turn, n) + 1, stat=status)
        if (status /= 0) error stop 'stat'
      else
        call co_broadcast(x, mod(turn, n) + 1)
      end if
      if (turn == 7) then
        if (allocated(x%v)) error stop 'not allocated'
        cycle
      end if
      select type (v => x%v)
      type is (integer)
        if (turn /= 1 .or. v /= 42) error stop 'integer'
      type is (double precision)
        if (turn /= 2 .or. v /= 1.5d0) error stop 'double'
      type is (character(*))
        if (turn == 3 .and. len(v) == 21) then
          if (v /= 'a text of some length') error stop 'character'
        else if (turn /= 8 .or. len(v) /= 3) then
          error stop 'length'
        end if
      type is (complex)
        if (turn /= 4 .or. v /= (1.0, -2.0)) error stop 'complex'
      type is (logical)
        if (turn /= 5 .or. .not. v) error stop 'logical'
      type is (noted)
        if (turn /= 6 .or. v%note /= 'kept') error stop 'noted'
        select type (w => v%v)
        type is (character(*))
          if (w /= 'inside') error stop 'inside'
        class default
          error stop 'type inside'
        end select
      class default
        error stop 'type'
      end select
    end do
  end subroutine

  subroutine arrays()
    type(series) :: x(2)
    integer, target :: own
    integer :: i, j
    own = me
    x(1)%mine => own
    if (me == 1) then
      allocate (x(1)%v(-1:3), source=[1, 2, 3, 4, 5])
      allocate (x(2)%v, source=['one  ', 'two  ', 'three'])
      allocate (noted :: x(1)%grid(2, 0:2))
      allocate (x(2)%grid(0, 3))
      do j = 0, 2
        do i = 1, 2
          allocate (x(1)%grid(i, j)%v, source=10*i + j)
        end do
      end do
      select type (g => x(1)%grid)
      type is (noted)
        g(2, 1)%note = 'two one'
      end select
    end if
    call co_broadcast(x, 1)
    if (.not. associated(x(1)%mine)) error stop 'a pointer of this image'
    if (lbound(x(1)%v, 1) /= -1 .or. ubound(x(1)%v, 1) /= 3) error stop 'bounds'
    select type (v => x(1)%v)
    type is (integer)
      if (any(v /= [1, 2, 3, 4, 5])) error stop 'integers'
    class default
      error stop 'no integers'
    end select
    select type (v => x(2)%v)
    type is (character(*))
      if (len(v) /= 5 .or. size(v) /= 3) error stop 'shape of characters'
      if (v(1) /= 'one' .or. v(3) /= 'three') error stop 'characters'
    class default
      error stop 'no characters'
    end select
    if (any(shape(x(2)%grid) /= [0, 3])) error stop 'the empty one'
    if (any(lbound(x(1)%grid) /= [1, 0])) error stop 'the lower bounds'
    select type (g => x(1)%grid)
    type is (noted)
      if (g(2, 1)%note /= 'two one' .or. allocated(g(1, 1)%note)) error stop 'the note'
      select type (v => g(2, 2)%v)
      type is (integer)
        if (v /= 22) error stop 'the value'
      class default
        error stop 'the type'
      end select
    class default
      error stop 'the type of the grid'
    end select
  end subroutine
end program
