! conformance: images=1,2,3
! feature: polymorphic array components of other images' objects
! Allocatable and pointer components that are polymorphic arrays, whose descriptors name a type's table of
! their own image: by inquiries, by references to a declared part, in loops, in pure procedures, of abstract
! and extended types, with bounds, steps and contents that were made in all ways (F2018 9.6, 10.2.2).
module holders
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    real :: r(4) = 2
  end type
  type, abstract :: root
    integer :: before(3) = 0
    class(base), allocatable :: a(:)
  contains
    procedure(get), deferred :: first
  end type
  abstract interface
    integer function get(self)
      import :: root
      class(root), intent(in) :: self
    end function
  end interface
  type, extends(root) :: box
    class(base), pointer :: p(:) => null()
    class(base), allocatable :: m(:,:)
    class(*), allocatable :: u(:)
    class(*), pointer :: q(:) => null()
    integer :: behind = 0
  contains
    procedure :: first => first_of_box
  end type
  type :: outer
    integer :: pad = 7
    type(box) :: inside
    class(root), allocatable :: hidden
  end type
  type(outer) :: o[*]
contains
  integer function first_of_box(self) result(i)
    class(box), intent(in) :: self
    i = self%a(1)%i
  end function
  function made(n, k) result(r)
    integer, intent(in) :: n, k
    class(base), allocatable :: r(:)
    integer :: j
    allocate (ext :: r(n))
    do j = 1, n
      r(j)%i = 10*k + j
    end do
  end function
  pure integer function counted(k)
    integer, intent(in) :: k
    counted = size(o[k]%inside%m) + o[k]%inside%m(1,1)%i + lbound(o[k]%inside%a, 1)
  end function
end module
program array_components
  use holders
  implicit none
  type(ext), target, save :: many(9)
  character(3), target, save :: words(4) = ['one', 'two', 'thr', 'fou']
  class(base), allocatable :: other(:)
  integer :: me, k, n, total
  me = this_image(); k = mod(me, num_images()) + 1; n = num_images()
  many%i = [(100*me + total, total = 1, 9)]
  o%inside%a = made(2 + me, me)                       ! allocated by assignment
  o%inside%p => many(8:2:-3)                          ! with a step
  allocate (ext :: o%inside%m(0:1, me))
  o%inside%m(0,:)%i = 0
  o%inside%m(1,:)%i = me
  allocate (o%inside%u(me), source='word')            ! with a length
  o%inside%q => words(::2)
  allocate (ext :: other(me))
  other%i = [(50*me + total, total = 1, me)]
  allocate (box :: o%hidden)
  call move_alloc(other, o%hidden%a)
  sync all

  ! inquiries
  if (size(o[k]%inside%a) /= 2 + k) error stop 'FAIL size'
  if (any(shape(o[k]%inside%m) /= [2, k])) error stop 'FAIL shape'
  if (lbound(o[k]%inside%m, 1) /= 0 .or. ubound(o[k]%inside%m, 2) /= k) error stop 'FAIL bounds'
  if (size(o[k]%inside%p) /= 3 .or. size(o[k]%hidden%a) /= k) error stop 'FAIL size of pointer'
  if (.not. same_type_as(o[k]%inside%a, o[k]%inside%p)) error stop 'FAIL same_type_as'
  if (.not. same_type_as(many, o[k]%hidden%a)) error stop 'FAIL type of moved'
  if (.not. extends_type_of(o[k]%inside%m, base())) error stop 'FAIL extends_type_of'
  if (.not. allocated(o[k]%inside%u) .or. .not. associated(o[k]%inside%q)) error stop 'FAIL status'
  if (size(o[k]%inside%u) /= k .or. size(o[k]%inside%q) /= 2) error stop 'FAIL size of unlimited'

  ! references
  if (o[k]%inside%a(2)%i /= 10*k + 2 .or. o[k]%hidden%a(k)%i /= 50*k + k) error stop 'FAIL element'
  if (o[k]%inside%p(1)%i /= 100*k + 8 .or. o[k]%inside%p(3)%i /= 100*k + 2) error stop 'FAIL step'
  if (any(o[k]%inside%p(2:)%i /= 100*k + [5, 2])) error stop 'FAIL section'
  if (sum(o[k]%inside%m%i) /= k*k) error stop 'FAIL sum'
  if (counted(k) /= 3*k + 1) error stop 'FAIL pure'

  ! in loops
  total = 0
  do n = 1, 2 + k
    total = total + o[k]%inside%a(n)%i
  end do
  if (total /= sum([(10*k + n, n = 1, 2 + k)])) error stop 'FAIL loop'
  total = 0
  do n = 1, num_images()
    total = total + o[n]%inside%m(1,n)%i + o[n]%hidden%a(1)%i
  end do
  if (total /= sum([(51*n + 1, n = 1, num_images())])) error stop 'FAIL loop over images'
  if (any([(o[n]%inside%a(n)%i, n = 1, num_images())] /= [(11*n, n = 1, num_images())])) error stop 'FAIL constructor'
  if (o[k]%inside%a(1)%i + k > 0) then
    sync all
    o[k]%inside%a(1)%i = -me
    o[k]%inside%p%i = [1, 2, 3]*me
  end if
  sync all
  n = mod(me + num_images() - 2, num_images()) + 1
  if (o%inside%a(1)%i /= -n .or. o%inside%a(2)%i /= 10*me + 2) error stop 'FAIL put'
  if (many(8)%i /= n .or. many(5)%i /= 2*n .or. many(2)%i /= 3*n .or. many(3)%i /= 100*me + 3) error stop 'FAIL put by step'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
