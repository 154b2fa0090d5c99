! feature: diagnostics: coindexed objects
module m
  implicit none
  type shape
    integer :: id = 0
  contains
    procedure :: area
  end type
  type holder
    class(shape), allocatable :: s
    integer :: n = 0
  end type
  type outer
    type(holder) :: h
    procedure(f), pointer, nopass :: op => null()
  end type
contains
  integer function f(i)
    integer, intent(in) :: i
    f = i
  end function
  real function area(self)
    class(shape), intent(in) :: self
    area = self%id
  end function
  subroutine draw(s)
    class(shape), intent(in) :: s
  end subroutine
end module
program neg
  use m
  type(holder) :: x[*], y
  type(outer) :: z[*], w
  ! expect-error: 's' is polymorphic and part of a coindexed object
  call draw(x[1]%s)
  ! expect-error: the polymorphic allocatable component 's'
  y = x[1]
  ! expect-error: the polymorphic allocatable component 's'
  w = z[1]
  print *, allocated(x[1]%s), x[1]%s%id, same_type_as(x[1]%s, y%s), z[1]%h%n
  ! expect-error: 's' is polymorphic and part of a coindexed object
  select type (q => x[1]%s)
  type is (shape)
  end select
end program
