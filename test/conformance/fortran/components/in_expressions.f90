! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Operators, defined assignment, constructors, function arguments and I/O items with components of other images.
module m
  implicit none
  type vec
    real :: x = 0, y = 0
  end type
  type body
    type(vec) :: pos = vec(1, 2)
    type(vec), allocatable :: trail(:)
    character(:), allocatable :: name
  end type
  interface operator(+)
    module procedure add
  end interface
  interface assignment(=)
    module procedure norm
  end interface
contains
  elemental type(vec) function add(a, b)
    type(vec), intent(in) :: a, b
    add = vec(a%x + b%x, a%y + b%y)
  end function
  elemental subroutine norm(r, v)
    real, intent(out) :: r
    type(vec), intent(in) :: v
    r = abs(v%x) + abs(v%y)
  end subroutine
  function last(list) result(v)
    type(vec), intent(in) :: list(:)
    type(vec) :: v
    v = list(size(list))
  end function
end module
program p
  use m
  implicit none
  type(body) :: b[*], c
  type(vec) :: v
  type(vec), allocatable :: list(:)
  real :: r, rs(3)
  integer :: me, n, k, i
  character(40) :: line
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  b%trail = [(vec(me, i), i = 1, me + 2)]
  b%name = repeat('n', me)
  sync all
  v = b[k]%trail(1) + b[k]%trail(2)
  if (v%x /= 2 * k .or. v%y /= 3) error stop 'FAIL add'
  list = b[k]%trail + b[k]%pos
  if (size(list) /= k + 2) error stop 'FAIL list'
  if (list(2)%y /= 4) error stop 'FAIL list y'
  r = b[k]%trail(2)
  if (r /= k + 2) error stop 'FAIL norm'
  rs = b[k]%trail(1:3)
  if (rs(3) /= k + 3) error stop 'FAIL norms'
  v = last(b[k]%trail)
  if (v%y /= k + 2) error stop 'FAIL last'
  v = vec(b[k]%trail(1)%x, y=b[k]%pos%y)
  if (v%x /= k .or. v%y /= 2) error stop 'FAIL cons'
  c = body(b[k]%pos, b[k]%trail, b[k]%name)
  if (size(c%trail) /= k + 2) error stop 'FAIL body'
  write (line, '(2f6.1)') b[k]%trail(1)
  if (line(1:12) /= '') read (line, *) v%x, v%y
  if (v%x /= k) error stop 'FAIL write'
  associate (t => (b[k]%trail(2)%y))
    if (t /= 2) error stop 'FAIL assoc'
  end associate
  sync all
  associate (a => b%trail)
    a(1)%x = 50
  end associate
  sync all
  if (b[k]%trail(1)%x /= 50) error stop 'FAIL 50'
  select case (len(b[k]%name))
  case (1:)
  case default
    error stop 'FAIL select'
  end select
  if (b[k]%name(1:1) /= 'n') error stop 'FAIL name'
  sync all
  read (line, *) b[k]%trail(1)%y
  sync all
  if (b%trail(1)%y /= merge(me, me, .true.)) error stop 'FAIL read'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
