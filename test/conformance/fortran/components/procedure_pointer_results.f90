! conformance: images=1,2,3
! feature: procedure pointer components
! Procedure pointer components whose functions have results of every kind, allocatable and pointer
! ones among them. gfortran 12 ends by an internal error on each use of one with a CLASS result.
module m
  implicit none
  type t
    integer :: n = 0
    procedure(deferred), pointer, nopass :: p1 => null()
    procedure(array), pointer, nopass :: p2 => null()
    procedure(polymorphic), pointer, nopass :: p3 => null()
    procedure(scalar), pointer, nopass :: p4 => null()
    procedure(pointed), pointer, nopass :: p5 => null()
    procedure(length), pointer, nopass :: p6 => null()
    procedure(same), pointer :: p7 => null()
    procedure(fixed), pointer, nopass :: p8 => null()
  end type
  type, extends(t) :: more
    procedure(other), pointer, nopass :: p9 => null()
  end type
  character(4), target :: text = 'text'
contains
  function deferred()
    character(:), allocatable :: deferred
    deferred = 'abc'
  end function
  function other()
    character(:), allocatable :: other
    other = 'other'
  end function
  function array()
    integer, allocatable :: array(:)
    array = [4, 5]
  end function
  function polymorphic()
    class(t), allocatable :: polymorphic
    allocate (polymorphic)
    polymorphic%n = 7
  end function
  function scalar()
    integer, allocatable :: scalar
    scalar = 8
  end function
  function pointed()
    character(:), pointer :: pointed
    pointed => text
  end function
  function length(n)
    integer, intent(in) :: n
    character(n) :: length
    length = 'xyz'
  end function
  function same(self)
    class(t), intent(in) :: self
    character(self%n) :: same
    same = 'same'
  end function
  function fixed()
    character(5) :: fixed
    fixed = 'fixed'
  end function
end module
program procedure_pointer_results
  use m
  implicit none
  type(t) :: x[*], y
  type(more) :: v[*], w
  integer :: k
  k = mod(this_image(), num_images()) + 1
  x = t(4, deferred, array, polymorphic, scalar, pointed, length, same, fixed)
  v%t = x
  v%p1 => other
  v%p9 => deferred
  sync all
  y = x[k]
  if (y%p1() /= 'abc' .or. len(y%p1()) /= 3) error stop 1
  if (any(y%p2() /= [4, 5])) error stop 2
  if (y%p4() /= 8) error stop 4
  if (y%p5() /= 'text') error stop 5
  if (y%p6(2) /= 'xy') error stop 6
  if (y%p7() /= 'same') error stop 7
  if (y%p8() /= 'fixed') error stop 8
  w = v[k]
  if (w%p1() /= 'other') error stop 9
  if (w%p9() /= 'abc') error stop 10
  if (w%p8() /= 'fixed') error stop 11
  call co_broadcast(w, 1)
  if (w%p1() /= 'other' .or. w%p7() /= 'same') error stop 12
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
