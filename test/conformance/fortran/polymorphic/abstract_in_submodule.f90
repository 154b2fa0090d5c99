! conformance: images=1,2,3,5
! feature: polymorphic coarrays
! A coarray of an abstract type is coindexed in a submodule of the module that defines the type.
module abstract_in_submodule_m
  implicit none
  private
  type, abstract, public :: body
    integer :: id = 0
  contains
    procedure(weight_i), deferred :: weight
  end type
  type, extends(body), public :: ball
    real :: radius = 0
  contains
    procedure :: weight
  end type
  abstract interface
    real function weight_i(self)
      import body
      class(body), intent(in) :: self
    end function
  end interface
  interface
    module subroutine exchange(b, next, id, w)
      class(body), allocatable, intent(inout) :: b[:]
      integer, intent(in) :: next
      integer, intent(out) :: id
      real, intent(out) :: w
    end subroutine
    module real function weight(self)
      class(ball), intent(in) :: self
    end function
  end interface
  public :: exchange
end module
submodule (abstract_in_submodule_m) parts
contains
  module procedure exchange
    class(body), allocatable :: got
    id = b[next]%id
    allocate (got, source=b[next])
    w = got%weight()
    sync all
    b[next]%id = -this_image()
    sync all
  end procedure
end submodule
submodule (abstract_in_submodule_m:parts) grandchild
contains
  module procedure weight
    weight = 2*self%radius
  end procedure
end submodule
program abstract_in_submodule
  use abstract_in_submodule_m
  implicit none
  class(body), allocatable :: b[:]
  integer :: me, n, next, id
  real :: w
  me = this_image(); n = num_images(); next = mod(me, n) + 1
  allocate (ball :: b[*])
  select type (b)
  type is (ball)
    b%id = me; b%radius = 10*me
  end select
  sync all
  call exchange(b, next, id, w)
  if (id /= next) error stop 'FAIL: id'
  if (w /= 20*next) error stop 'FAIL: weight'
  if (b%id /= -merge(n, me - 1, me == 1)) error stop 'FAIL: put'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
