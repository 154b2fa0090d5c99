! conformance: images=1,2,3,5
! feature: co_broadcast of objects with polymorphic components
! Lists and trees of allocatable components of their own type, containers of anything, procedure pointers; in teams.
module containers
  implicit none
  type :: link
    class(*), allocatable :: value
    type(link), allocatable :: next
  end type
  type :: list
    type(link), allocatable :: first
    integer :: length = 0
  contains
    procedure :: push
    procedure :: sum => list_sum
  end type
  type :: tree
    class(*), allocatable :: key
    type(tree), allocatable :: left, right
  end type
  type, abstract :: plant
    integer :: leaf = 0
  end type
  type, extends(plant) :: bush
    class(plant), allocatable :: twigs(:)
  end type
  type, extends(bush) :: rose
    character(:), allocatable :: colour
  end type
  type :: law
    character(8) :: name = ''
    procedure(force), pointer, nopass :: f => null()
  end type
  type :: model
    type(law) :: laws(2)
    class(law), allocatable :: extra
    real, allocatable :: at(:)
  end type
  abstract interface
    real function force(r)
      real, intent(in) :: r
    end function
  end interface
contains
  subroutine push(self, value)
    class(list), intent(inout) :: self
    class(*), intent(in) :: value
    type(link), allocatable :: new
    allocate (new)
    allocate (new%value, source=value)
    call move_alloc(self%first, new%next)
    call move_alloc(new, self%first)
    self%length = self%length + 1
  end subroutine
  real function list_sum(self) result(total)
    class(list), intent(in), target :: self
    type(link), pointer :: at
    total = 0
    if (.not. allocated(self%first)) return
    at => self%first
    do
      select type (v => at%value)
      type is (integer)
        total = total + v
      type is (real)
        total = total + v
      type is (character(*))
        total = total + len(v)
      end select
      if (.not. allocated(at%next)) exit
      at => at%next
    end do
  end function
  recursive subroutine insert(t, key)
    type(tree), allocatable, intent(inout) :: t
    integer, intent(in) :: key
    if (.not. allocated(t)) then
      allocate (t)
      allocate (t%key, source=key)
      return
    end if
    select type (k => t%key)
    type is (integer)
      if (key < k) then
        call insert(t%left, key)
      else
        call insert(t%right, key)
      end if
    end select
  end subroutine
  recursive subroutine walk(t, keys, n)
    type(tree), intent(in) :: t
    integer, intent(inout) :: keys(:), n
    if (allocated(t%left)) call walk(t%left, keys, n)
    n = n + 1
    select type (k => t%key)
    type is (integer)
      keys(n) = k
    end select
    if (allocated(t%right)) call walk(t%right, keys, n)
  end subroutine
  recursive integer function leaves(b) result(n)
    class(plant), intent(in) :: b
    integer :: i
    n = b%leaf
    select type (b)
    class is (bush)
      if (allocated(b%twigs)) then
        do i = 1, size(b%twigs)
          n = n + leaves(b%twigs(i))
        end do
      end if
    end select
    select type (b)
    type is (rose)
      if (b%colour == 'red') n = n + 100
    end select
  end function
  real function newton(r)
    real, intent(in) :: r
    newton = 1/r**2
  end function
  real function hooke(r)
    real, intent(in) :: r
    hooke = -2*r
  end function
end module

program broadcast_recursive
  use, intrinsic :: iso_fortran_env, only: team_type
  use containers
  implicit none
  type(list) :: l
  type(tree), allocatable :: t
  type(bush) :: b
  type(rose) :: r
  type(model) :: m
  type(law) :: one
  type(team_type) :: half
  integer :: keys(9), n, i, boss

  ! a list of anything
  if (this_image() == 1) then
    do i = 1, 30
      call l%push(i)
    end do
    call l%push(0.5)
    call l%push('seven..')
  end if
  call co_broadcast(l, 1)
  if (l%length /= 32 .or. l%sum() /= 465 + 0.5 + 7) error stop 'list'

  ! a tree, in each half of the images another one
  form team (mod(this_image(), 2) + 1, half)
  allocate (t)
  allocate (t%key, source='not this one')
  boss = num_images()
  change team (half)
    boss = num_images()
    if (this_image() == boss) then
      deallocate (t)
      do i = 1, 9
        call insert(t, mod(i*5, 9) + 10*team_number())
      end do
    end if
    call co_broadcast(t, boss)
    n = 0
    call walk(t, keys, n)
    if (n /= 9 .or. any(keys /= [(i + 10*team_number(), i=0, 8)])) error stop 'tree'
  end team

  ! arrays of the own type, whose dynamic type is another
  if (this_image() == num_images()) then
    allocate (rose :: b%twigs(2))
    select type (q => b%twigs)
    type is (rose)
      q%leaf = [1, 2]
      q(1)%colour = 'red'; q(2)%colour = 'white'
      allocate (bush :: q(2)%twigs(3))
      q(2)%twigs%leaf = [4, 5, 6]
    end select
  end if
  call co_broadcast(b, num_images())
  if (leaves(b) /= 118) error stop 'bush'
  r%colour = 'blue'
  if (this_image() == 1) r%colour = 'red'
  call co_broadcast(r, 1)
  if (leaves(r) /= 100) error stop 'rose'

  ! pointers to procedures mean this image's
  if (this_image() == 1) then
    one%f => newton; one%name = 'newton'
    m%laws(1) = one
    m%laws(2)%f => hooke
    allocate (m%extra)
    m%extra%f => hooke
    m%at = [1.0, 2.0]
  else
    m%laws(2)%f => newton
  end if
  call co_broadcast(one, 1)
  if (one%name /= 'newton' .or. one%f(2.0) /= 0.25) error stop 'law'
  call co_broadcast(m, 1)
  if (m%laws(1)%f(m%at(2)) /= 0.25 .or. m%laws(2)%f(m%at(2)) /= -4 .or. m%extra%f(1.0) /= -2) error stop 'laws'
  sync all
  if (this_image() == 1) m%laws(1)%f => null()
  call co_broadcast(m, 1)
  if (associated(m%laws(1)%f) .or. .not. associated(m%laws(2)%f)) error stop 'null'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
