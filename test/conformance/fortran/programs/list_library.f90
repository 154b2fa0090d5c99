! conformance: images=1,2,3,5
! feature: whole programs
! A library of lists of class(*) in a submodule, with visitors, operators, defined output and
! finalizers, beside a distributed object that keeps its log in such a list.
module list_m
  implicit none
  private
  public :: list, node_visitor
  type :: node
    class(*), allocatable :: v
    type(node), pointer :: next => null()
  end type
  type, abstract :: node_visitor
  contains
    procedure(visit_), deferred :: visit
  end type
  abstract interface
    subroutine visit_(this, v)
      import node_visitor
      class(node_visitor), intent(inout) :: this
      class(*), intent(in) :: v
    end subroutine
  end interface
  type :: list
    private
    type(node), pointer :: head => null(), tail => null()
    integer :: n = 0
  contains
    procedure :: push
    procedure :: each
    procedure :: length
    final :: destroy
    generic :: operator(+) => add
    procedure, private :: add
    procedure, private :: write_list
    generic :: write(formatted) => write_list
  end type
  interface list
    module procedure from_array
  end interface
  interface
    module subroutine push(this, v)
      class(list), intent(inout) :: this
      class(*), intent(in) :: v
    end subroutine
    module subroutine each(this, visitor)
      class(list), intent(in) :: this
      class(node_visitor), intent(inout) :: visitor
    end subroutine
    module function add(this, v) result(r)
      class(list), intent(in) :: this
      class(*), intent(in) :: v
      type(list) :: r
    end function
  end interface
contains
  function from_array(a) result(r)
    class(*), intent(in) :: a(:)
    type(list) :: r
    integer :: i
    do i = 1, size(a)
      call r%push(a(i))
    end do
  end function
  pure integer function length(this)
    class(list), intent(in) :: this
    length = this%n
  end function
  impure elemental subroutine destroy(this)
    type(list), intent(inout) :: this
    nullify(this%head, this%tail)
    this%n = 0
  end subroutine
  subroutine write_list(this, unit, iotype, vlist, iostat, iomsg)
    class(list), intent(in) :: this
    integer, intent(in) :: unit, vlist(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    write (unit, '(a,i0,a)', iostat=iostat, iomsg=iomsg) 'list(', this%n, ')'
  end subroutine
end module
submodule (list_m) list_s
  implicit none
contains
  module procedure push
    type(node), pointer :: p
    allocate(p)
    allocate(p%v, source=v)
    if (associated(this%tail)) then
      this%tail%next => p
    else
      this%head => p
    end if
    this%tail => p
    this%n = this%n + 1
  end procedure
  module procedure each
    type(node), pointer :: p
    p => this%head
    do while (associated(p))
      call visitor%visit(p%v)
      p => p%next
    end do
  end procedure
  module procedure add
    type(node), pointer :: p
    p => this%head
    do while (associated(p))
      call r%push(p%v)
      p => p%next
    end do
    call r%push(v)
  end procedure
end submodule
module dist_m
  use list_m
  implicit none
  type, extends(node_visitor) :: summer
    real :: total = 0
    integer :: strings = 0
  contains
    procedure :: visit => sum_visit
  end type
  type :: dist
    real, allocatable :: part(:)[:]
    type(list) :: log
  contains
    procedure :: create
    procedure :: global_sum
    procedure :: shift
  end type
contains
  subroutine sum_visit(this, v)
    class(summer), intent(inout) :: this
    class(*), intent(in) :: v
    select type (v)
    type is (real); this%total = this%total + v
    type is (integer); this%total = this%total + v
    type is (character(*)); this%strings = this%strings + len(v)
    end select
  end subroutine
  subroutine create(this, n)
    class(dist), intent(inout) :: this
    integer, intent(in) :: n
    allocate(this%part(n)[*])
    this%part = this_image()
    call this%log%push('create')
    sync all
  end subroutine
  real function global_sum(this) result(s)
    class(dist), intent(inout) :: this
    s = sum(this%part)
    call co_sum(s)
    call this%log%push(s)
  end function
  subroutine shift(this)
    class(dist), intent(inout) :: this
    real :: t(size(this%part))
    integer :: k
    k = modulo(this_image(), num_images()) + 1
    t = this%part(:)[k]
    sync all
    this%part = t
    call this%log%push(k)
    sync all
  end subroutine
end module
program list_library
  use dist_m
  use list_m
  implicit none
  type(dist) :: d
  type(summer) :: s
  type(list) :: l
  character(20) :: text
  call d%create(10)
  call d%shift
  if (abs(d%global_sum() - 10*num_images()*(num_images()+1)/2) > 1e-3) error stop 'sum'
  call d%log%each(s)
  if (s%strings /= 6) error stop 'strings'
  l = list([1, 2, 3]) + 4.5
  s = summer()
  call l%each(s)
  if (abs(s%total - 10.5) > 1e-6) error stop 'list'
  write (text, '(dt)') l
  if (text /= 'list(4)') error stop 'defined output'
  if (this_image() == 1) print '(a)', 'PASS'
end program
