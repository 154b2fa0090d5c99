! conformance: images=1,2,3,5,8
! feature: polymorphic coarrays
! Coarrays of abstract and unlimited polymorphic type: components of the declared type, and all of them in SELECT TYPE.
module m
  implicit none
  type, abstract :: shape
    integer :: id = 0
  end type
  type, extends(shape) :: circle
    real :: r = 0
  end type
  type, extends(shape) :: box
    real :: a = 0, b = 0
  end type
end module
program poly
  use m
  implicit none
  class(shape), allocatable :: s[:]
  class(*), allocatable :: any[:]
  integer :: me, n, k
  real :: area
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (box :: s[*])
  allocate (real :: any[*])
  s%id = me
  select type (s)
  type is (box)
    s%a = me; s%b = 2
  end select
  select type (any)
  type is (real)
    any = me * 1.5
  end select
  sync all
  if (s[k]%id /= k) error stop 'FAIL id'
  select type (s)
  type is (box)
    area = s[k]%a * s[k]%b
    if (area /= 2 * k) error stop 'FAIL area'
  class is (circle)
    error stop 'FAIL circle'
  end select
  select type (any)
  type is (real)
    if (any[k] /= 1.5 * k) error stop 'FAIL any'
    sync all
    any[k] = -1
  class default
    error stop 'FAIL default'
  end select
  sync all
  select type (any)
  type is (real)
    if (any /= -1) error stop 'FAIL put'
  end select
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
