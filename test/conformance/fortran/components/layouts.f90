! conformance: images=1,2,3
! feature: objects with everything that a type can have, whole
! What surrounds the components that travel by themselves keeps its place: lengths, padding,
! pointers with and without default targets.
module parts_of_types
  implicit none
  private
  integer, target :: somewhere = 7
  type, public :: leaf
    private
    logical(1) :: flag = .false.
    character(:), allocatable :: name
    complex(8) :: z = (0, 0)
    integer(2), allocatable :: small(:,:)
  contains
    procedure :: fill => fill_leaf, check => check_leaf
  end type
  type, abstract, public :: root
    integer(1) :: first = 1
    real(8), allocatable :: held
  contains
    procedure(filler), deferred :: fill
  end type
  abstract interface
    subroutine filler(self, n)
      import :: root
      class(root), intent(inout) :: self
      integer, intent(in) :: n
    end subroutine
    function vector(n) result(v)
      integer, intent(in) :: n
      integer :: v(2)
    end function
  end interface
  type, extends(root), public :: tree
    integer :: counted = 0
    character(len=:), allocatable :: words(:)
    type(leaf) :: leaves(2)
    procedure(vector), pointer, nopass :: f => null()
    integer, pointer :: defaulted => somewhere
    real, pointer :: none(:) => null()
    type(tree), allocatable :: below
    class(*), pointer :: loose => null()
    class(root), pointer :: row(:) => null()
    class(*), pointer :: rows(:,:) => null(), other(:) => null()
    character(3) :: last = 'abc'
    type(leaf), allocatable :: more(:)
    integer(1) :: odd = 3
  contains
    procedure :: fill => fill_tree
    procedure :: check => check_tree
  end type
  public :: twice
contains
  subroutine fill_leaf(self, n)
    class(leaf), intent(inout) :: self
    integer, intent(in) :: n
    integer :: i
    self%flag = .true.
    self%name = repeat('l', n)
    self%z = cmplx(n, -n, 8)
    self%small = reshape([(int(i + n, 2), i = 1, 2*n)], [2, n])
  end subroutine
  logical function check_leaf(self, n)
    class(leaf), intent(in) :: self
    integer, intent(in) :: n
    integer :: i
    check_leaf = self%flag .and. self%name == repeat('l', n) .and. len(self%name) == n .and. self%z == cmplx(n, -n, 8) &
      .and. all(shape(self%small) == [2, n]) .and. all(self%small == reshape([(int(i + n, 2), i = 1, 2*n)], [2, n]))
  end function
  recursive subroutine fill_tree(self, n)
    class(tree), intent(inout) :: self
    integer, intent(in) :: n
    self%first = int(n, 1)
    self%held = n/2.0d0
    self%counted = 10*n
    self%words = [character(n + 1) :: 'a', 'bc', repeat('w', n)]
    call self%leaves(1)%fill(n)
    call self%leaves(2)%fill(n + 1)
    self%f => twice
    self%last = achar(iachar('a') + n) // 'yz'
    allocate (self%more(0:n))
    call self%more(n)%fill(n)
    self%odd = int(-n, 1)
    if (n > 1) then
      allocate (self%below)
      call self%below%fill(n - 1)
    end if
  end subroutine
  recursive logical function check_tree(self, n) result(ok)
    class(tree), intent(in) :: self
    integer, intent(in) :: n
    ok = self%first == n .and. self%held == n/2.0d0 .and. self%counted == 10*n .and. size(self%words) == 3 &
      .and. len(self%words) == n + 1 .and. self%words(3) == repeat('w', n) .and. self%words(1) == 'a' &
      .and. self%leaves(1)%check(n) .and. self%leaves(2)%check(n + 1) &
      .and. self%last == achar(iachar('a') + n) // 'yz' .and. self%odd == -n
    if (.not. ok) return
    ok = associated(self%f, twice) .and. lbound(self%more, 1) == 0 .and. ubound(self%more, 1) == n
    if (ok) ok = self%more(n)%check(n) .and. (allocated(self%below) .eqv. n > 1) .and. all(self%f(n) == 2*n)
    if (ok .and. n > 1) ok = self%below%check(n - 1)
  end function
  function twice(n) result(v)
    integer, intent(in) :: n
    integer :: v(2)
    v = 2*n
  end function
end module
program layouts
  use parts_of_types
  implicit none
  type(tree) :: x[*]
  type(tree), allocatable :: y(:)[:]
  type(tree) :: w
  type(tree), allocatable :: list(:)
  class(root), allocatable :: c[:]
  class(root), allocatable :: got
  integer :: me, k, i
  me = this_image()
  allocate (y(3)[*])
  allocate (tree :: c[*])
  call x%fill(me + 1)
  call c%fill(me + 2)
  do i = 1, 3
    call y(i)%fill(i)
  end do
  sync all
  do k = 1, num_images()
    w = x[k]
    if (.not. w%check(k + 1)) error stop 'scalar'
    if (.not. associated(w%defaulted) .or. associated(w%none)) error stop 'pointers'
    if (associated(w%row) .or. associated(w%rows) .or. associated(w%other)) error stop 'polymorphic'
    list = y(3:1:-1)[k]
    if (.not. (list(1)%check(3) .and. list(3)%check(1))) error stop 'section'
    got = c[k]
    select type (got)
    type is (tree)
      if (.not. got%check(k + 2)) error stop 'dynamic'
    class default
      error stop 'type'
    end select
    deallocate (got)
  end do
  sync all
  call co_broadcast(x, num_images())
  if (.not. x%check(num_images() + 1)) error stop 'broadcast'
  if (.not. associated(x%defaulted)) error stop 'a pointer is its image''s own'
  call co_broadcast(y, 1)
  if (.not. y(2)%check(2)) error stop 'broadcast of an array'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
