! conformance: images=1,2
! feature: procedure pointer components whose functions have results of any kind
! gfortran fails at C_FUNLOC of components that are functions with a character result.
module pm
  implicit none
  abstract interface
    function namer(k) result(r)
      integer, intent(in) :: k
      character(:), allocatable :: r
    end function
    character(5) function five()
    end function
    function list(k)
      integer, intent(in) :: k
      integer, allocatable :: list(:)
    end function
    function made()
      class(*), allocatable :: made
    end function
  end interface
  type :: t
    integer :: k = 0
    procedure(namer), pointer, nopass :: p => null()
    procedure(five), pointer, nopass :: q => null()
    procedure(list), pointer, nopass :: l => null()
    procedure(made), pointer, nopass :: m => null()
    procedure(character(3)), pointer, nopass :: i => null()
    integer, allocatable :: a(:)
  end type
contains
  function name1(k) result(r)
    integer, intent(in) :: k
    character(:), allocatable :: r
    r = repeat('n', k)
  end function
  character(5) function five1()
    five1 = 'fives'
  end function
  function list1(k)
    integer, intent(in) :: k
    integer, allocatable :: list1(:)
    list1 = [k, k+1]
  end function
  function made1()
    class(*), allocatable :: made1
    allocate (made1, source=7)
  end function
end module
module pe
  use pm, only: t
  implicit none
  type, extends(t) :: e
    real :: x = 0
  end type
end module
program q
  use pm
  use pe, only: e
  implicit none
  type(t), save :: x[*]
  type(e), save :: z[*]
  type(t) :: y
  type(e) :: w
  class(*), allocatable :: o
  integer :: k

  k = merge(1, this_image()+1, this_image() == num_images())
  x%p => name1
  x%q => five1
  x%l => list1
  x%m => made1
  z%p => name1
  x%a = [this_image()]
  z%a = [this_image(), 2]
  sync all
  y = x[k]
  w = z[k]
  if (y%p(4) /= 'nnnn') error stop 1
  if (y%q() /= 'fives') error stop 2
  if (any(y%l(3) /= [3, 4])) error stop 3
  o = y%m()
  if (associated(y%i)) error stop 4
  if (y%a(1) /= k) error stop 5
  if (w%p(3) /= 'nnn' .or. w%a(1) /= k) error stop 6
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
