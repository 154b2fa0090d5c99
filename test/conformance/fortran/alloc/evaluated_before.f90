! conformance: images=1,2,3
! feature: ALLOCATE: SOURCE=
! What an ALLOCATE statement evaluates may need memory of its own, which must not be taken for the coarray's: structure constructors with arrays, sections with vector
! subscripts, functions in the subscripts of the object. The latter are called once.
module parts
  implicit none
  type point
    integer :: n = 1
    real :: v(3) = 0
  end type
  type, extends(point) :: sphere
    real :: centre(2) = 0
  end type
  type box
    integer, allocatable :: c(:)[:]
  end type
  integer :: calls = 0
contains
  integer function pick(k)
    integer, intent(in) :: k
    integer, allocatable :: w(:)
    allocate (w(10*k))
    w = k
    calls = calls + 1
    pick = w(k)
  end function
end module
program evaluated_before
  use parts
  implicit none
  type(box), save :: b(2)
  type(point), allocatable :: p[:], q(:)[:]
  class(point), allocatable :: any[:]
  integer, allocatable :: a(:)[:]
  integer :: order(3), from(5), me
  order = [3, 1, 2]
  from = [10, 20, 30, 40, 50]
  me = this_image()
  allocate (p[*], source=point(me, [1., 2., real(me)]))
  if (p%v(3) /= me .or. p[num_images()]%n /= num_images()) error stop 1
  allocate (any[*], source=sphere(me, v=[0., 0., real(me)], centre=[real(me), 2.]))
  if (any[1]%v(3) /= 1) error stop 2
  select type (any)
  type is (sphere)
    if (any%centre(1) /= me) error stop 3
  class default
    error stop 4
  end select
  allocate (q(2)[*], source=[point(me, [1., 2., real(me)]), point(v=[real(me), 0., 0.])])
  if (q(2)%v(1) /= me) error stop 5
  allocate (a(3)[*], source=from(order))
  if (any_of(a /= [30, 10, 20])) error stop 6
  deallocate (a)
  allocate (a(3)[*], source=from(order + pick(2)))
  if (any_of(a /= [50, 30, 40])) error stop 7
  if (calls /= 1) error stop 8
  allocate (b(pick(2))%c(3)[*])
  if (calls /= 2) error stop 9
  b(2)%c = me
  sync all
  if (b(pick(2))%c(2)[1] /= 1) error stop 10
  deallocate (b(pick(2))%c)
  if (calls /= 4) error stop 11
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  logical function any_of(list)
    logical, intent(in) :: list(:)
    any_of = count(list) > 0
  end function
end program
