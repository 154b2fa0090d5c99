! conformance: images=1,2,3,5
! feature: types and generic functions of one name
! A generic function that makes the objects of a type has its name, whichever comes first; copies of such objects from other images are deep.
module payloads
  implicit none
  private
  public :: payload, tagged, pair, longer
  type :: payload
    private
    character(:), allocatable :: text
    integer, allocatable :: n(:)
  contains
    procedure :: show
    procedure :: total
  end type
  interface payload
    pure module function from_text(text) result(p)
      character(*), intent(in) :: text
      type(payload) :: p
    end function
    module procedure from_numbers
  end interface
  interface tagged
    procedure make_tagged
  end interface
  type, extends(payload) :: tagged
    integer :: tag = 0
  end type
  type :: pair
    real :: a = 0
    real :: b = 0
  end type
  interface pair
    procedure pair_of_integers
  end interface
contains
  pure function from_numbers(n) result(p)
    integer, intent(in) :: n(:)
    type(payload) :: p
    p%n = n
    p%text = '-'
  end function
  pure function make_tagged(tag, text) result(t)
    integer, intent(in) :: tag
    character(*), intent(in) :: text
    type(tagged) :: t
    t%tag = tag
    t%text = text
    t%n = [tag]
  end function
  pure function pair_of_integers(i, j) result(p)
    integer, intent(in) :: i, j
    type(pair) :: p
    p%a = i
    p%b = -j
  end function
  pure function show(self) result(text)
    class(payload), intent(in) :: self
    character(:), allocatable :: text
    text = self%text
  end function
  pure integer function total(self)
    class(payload), intent(in) :: self
    total = 0
    if (allocated(self%n)) total = sum(self%n)
  end function
  pure function longer(x, y) result(r)
    type(pair), intent(in) :: x, y
    type(pair) :: r
    r = pair(max(x%a, y%a), min(x%b, y%b))
  end function
end module
submodule (payloads) payloads_text
  implicit none
contains
  module procedure from_text
    p%text = text
    allocate (p%n(len(text)), source=1)
  end procedure
end submodule
program named_like_functions
  use payloads
  implicit none
  type(payload), allocatable :: box(:)[:]
  type(payload) :: mine, three(3)
  type(tagged) :: t[*], other
  class(payload), allocatable :: any_of[:], copied
  type(pair) :: pr[*], both
  integer :: me, np, nx, k
  me = this_image(); np = num_images(); nx = mod(me, np) + 1
  allocate (box(3)[*])
  box(1) = payload(repeat('x', me))
  box(2) = payload([me, me, me])
  box(3) = payload('last')
  t = tagged(me, 'tag'//achar(48 + me))
  pr = pair(me, me)
  allocate (any_of[*], source=tagged(10*me, 'any'))
  sync all
  mine = box(1)[nx]
  if (mine%show() /= repeat('x', nx) .or. mine%total() /= nx) error stop 'FAIL scalar'
  three = box(:)[nx]
  if (three(2)%total() /= 3*nx .or. three(3)%show() /= 'last') error stop 'FAIL array'
  other = t[nx]
  if (other%tag /= nx .or. other%show() /= 'tag'//achar(48 + nx)) error stop 'FAIL extended'
  do k = 1, np
    mine = box(2)[k]
    if (mine%total() /= 3*k) error stop 'FAIL loop'
  end do
  both = pr[nx]
  if (both%a /= nx .or. both%b /= -nx) error stop 'FAIL plain'
  if (lengths(box(1)[nx]) /= nx) error stop 'FAIL actual argument'
  allocate (copied, source=any_of[nx])
  select type (copied)
  type is (tagged)
    if (copied%tag /= 10*nx .or. copied%show() /= 'any') error stop 'FAIL dynamic'
  class default
    error stop 'FAIL type'
  end select
  call co_broadcast(mine, 1)
  if (mine%total() /= 3*np) error stop 'FAIL co_broadcast'
  call co_reduce(both, longer)
  if (both%a /= np .or. both%b /= -np) error stop 'FAIL co_reduce'
  sync all
  pr[nx] = pair(2.5, real(me))
  sync all
  if (pr%a /= 2.5) error stop 'FAIL put'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  integer function lengths(p)
    type(payload), intent(in) :: p
    lengths = len(p%show())
  end function
end program
