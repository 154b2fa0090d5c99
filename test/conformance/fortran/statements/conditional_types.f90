! conformance: images=1,2,3
! feature: conditional expressions of functions and defined operations
! The variable for the value gets its type from an intrinsic function, a statement function or a
! function that defines an operator. An argument of a statement function is a value.
module conditional_types_m
  implicit none
  type t
    integer :: n = 0
  end type
  interface operator(+)
    module procedure add
  end interface
  interface operator(.of.)
    module procedure of
  end interface
  interface assignment(=)
    module procedure def
  end interface
  integer :: defs = 0
contains
  type(t) function add(a, b)
    type(t), intent(in) :: a, b
    add%n = a%n + b%n
  end function
  real function of(a, k)
    type(t), intent(in) :: a
    integer, intent(in) :: k
    of = a%n + k/2.
  end function
  subroutine def(a, b)
    type(t), intent(inout) :: a
    type(t), intent(in) :: b
    defs = defs + 1
    a%n = b%n*100
  end subroutine
end module
program conditional_types
  use conditional_types_m
  implicit none
  integer :: sf, a, b, me, k, y
  integer(8) :: g[*]
  integer :: x(3)[*]
  type :: texts
    character(3) :: name, names(2)
  end type
  type(texts), save :: p(3)[*]
  character(3) :: c(3)
  type(t) :: u[*], v
  real :: z
  logical :: l
  sf(a, b) = a*2 + b
  me = this_image(); k = 1 + mod(me, num_images())
  x = [1, 2, 3]*me; g = 10*me; u%n = me
  p%name = ['ab1', 'ab2', 'ab3']
  p%names(2) = achar(64 + me)//p%name(2:3)
  sync all
  y = ( me > 0 ? min(x(1)[k], 5, int(g[k])) : 3 )
  if (y /= min(k, 5)) error stop 'min'
  y = ( me > 9 ? sf(1, 2) : sf(x(2)[k], ( me > 1 ? y : k)) )
  if (y /= 4*k + merge(min(k,5), k, me > 1)) error stop 'sf'
  z = ( me > 0 ? u[k] .of. 3 : 1. )
  if (z /= k + 1.5) error stop 'of'
  v = ( me > 0 ? u[k] + u : u )
  if (v%n /= 100*(me + k) .or. defs /= 1) error stop 'add'
  y = ( me > 99 ? iachar('a') : sum(x(:)[k]) )
  if (y /= 6*k) error stop 'sum'
  v = ( me > 0 ? (u[k] + u) : u )
  if (v%n /= 100*(me + k) .or. defs /= 2) error stop 'defined assignment of the value alone'
  associate (as => [(10*y, y = 1, 3)])
    z = ( me > 99 ? as(2) + as(1) : as(3) )
  end associate
  if (z /= 30.) error stop 'implied DO'
  l = ( me > 99 ? associated(null_p()) : x(1)[k] == k )
  if (.not. l) error stop 'logical'
  y = ( me > 0 ? merge(x(1)[k], 4, l) : size(x) )
  if (y /= k) error stop 'merge'
  y = ( me > 0 ? modulo(x(1)[k], 4) : ubound(x, 1) )
  if (y /= modulo(k, 4)) error stop 'modulo'
  c = ( me > 0 ? p(3:1:-1)[k]%names(2) : p%name )
  if (any(c /= achar(64 + k)//['b3', 'b2', 'b1'])) error stop 'elements of components'
  c = ( me > 99 ? p(:)[k]%names(2) : p([2, 3, 1])[k]%name )
  if (any(c /= ['ab2', 'ab3', 'ab1'])) error stop 'components'
  g = ( me > 0 ? max(1_8*y, g) : g )
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  function null_p() result(r)
    integer, pointer :: r
    nullify (r)
  end function
end program
