! feature: diagnostics: image selectors
module shapes_of_components
  implicit none
  type base
    integer :: i = 1
  contains
    procedure :: number
  end type base
  type, extends(base) :: t
    real :: r(3) = 0
    type(base) :: inner
  end type t
contains
  integer function number(this)
    class(base), intent(in) :: this
    number = this%i
  end function number
end module shapes_of_components
program components_of_structures
  use shapes_of_components
  implicit none
  type(t) :: a[*], b(4)[*]
  class(base), allocatable :: c[:]
  ! expect-error: 'a' has no component 'nosuch': it is of type t
  a[1]%nosuch = 1
  ! expect-error: 'inner' has no component 'r': it is of type base
  print *, b(2)[1]%inner%r
  allocate (t :: c[*])
  ! expect-error: 'c' has no component 'r': it is of type base
  print *, c[1]%r
  a[1]%i = 2
  a[1]%base%i = 2
  b(2)[1]%inner%i = 3
  print *, c[1]%i, a[1]%base%number(), a[1]%number(), b(3)[1]%r(2)
end program components_of_structures
