! conformance: images=1,2,3,5,8
! feature: components of coindexed objects in whole programs
! Polymorphic components and coarrays of an abstract type with deferred bindings.
module m
  implicit none
  type, abstract :: op
    integer :: tag = 0
  contains
    procedure(run_i), deferred :: run
  end type
  abstract interface
    integer function run_i(self, i)
      import op
      class(op), intent(in) :: self
      integer, intent(in) :: i
    end function
  end interface
  type, extends(op) :: adder
    integer :: by = 0
    integer, allocatable :: log(:)
  contains
    procedure :: run => add_run
  end type
  type holder
    class(op), allocatable :: o
    class(op), pointer :: q => null()
    type(adder), allocatable :: a
  end type
contains
  integer function add_run(self, i)
    class(adder), intent(in) :: self
    integer, intent(in) :: i
    add_run = i + self%by
  end function
end module
program p
  use m
  implicit none
  type(holder) :: h[*]
  class(op), allocatable :: c(:)[:]
  type(adder) :: got
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (adder :: h%o)
  h%o%tag = me
  allocate (adder :: h%q)
  h%q%tag = 10 * me
  allocate (h%a)
  h%a%by = me; h%a%log = [me, me]
  allocate (adder :: c(3)[*])
  c%tag = [me, 2 * me, 3 * me]
  select type (c)
  type is (adder)
    c%by = me
  end select
  sync all
  if (h[k]%o%tag /= k) error stop 'FAIL o'
  if (h[k]%q%tag /= 10 * k) error stop 'FAIL q'
  if (.not. allocated(h[k]%o)) error stop 'FAIL allocated'
  if (h[k]%a%by /= k .or. h[k]%a%log(2) /= k) error stop 'FAIL a'
  got = h[k]%a
  if (got%run(1) /= 1 + k .or. size(got%log) /= 2) error stop 'FAIL got'
  if (h[k]%a%run(2) /= 2 + k) error stop 'FAIL bound'
  if (c(2)[k]%tag /= 2 * k) error stop 'FAIL c'
  if (any(c(:)[k]%tag /= [1, 2, 3] * k)) error stop 'FAIL c section'
  select type (c)
  type is (adder)
    if (c(3)[k]%by /= k) error stop 'FAIL by'
    if (c(3)[k]%run(1) /= 1 + k) error stop 'FAIL run'
  end select
  sync all
  h[k]%o%tag = -1
  c(1)[k]%tag = -2
  sync all
  if (h%o%tag /= -1 .or. c(1)%tag /= -2) error stop 'FAIL put'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
