! conformance: images=1,2,3,5
! feature: components of coindexed objects in whole programs
! Polymorphic coarrays, type-bound procedures, several levels of components.
module shapes_of_trees
  implicit none
  type, abstract :: shape
    character(:), allocatable :: name
  contains
    procedure(area_i), deferred :: area
    procedure :: describe
    generic :: tell => describe
  end type
  abstract interface
    function area_i(self) result(a)
      import shape
      class(shape), intent(in) :: self
      real :: a
    end function
  end interface
  type, extends(shape) :: circle
    real :: r = 1
  contains
    procedure :: area => carea
  end type
  type, extends(shape) :: poly
    real, allocatable :: x(:), y(:)
  contains
    procedure :: area => parea
  end type
  type node
    integer :: key = 0
    type(node), pointer :: next => null()
    type(node), allocatable :: kids(:)
  end type
  type leaf
    integer, allocatable :: data(:,:)
    real, pointer :: p(:) => null()
  end type
  type branch
    type(leaf), allocatable :: l(:)
    type(leaf) :: own
  end type
  type tree
    type(branch), allocatable :: b
    type(branch), pointer :: pb(:) => null()
  end type
contains
  function describe(self) result(s)
    class(shape), intent(in) :: self
    character(:), allocatable :: s
    s = self%name // '!'
  end function
  function carea(self) result(a)
    class(circle), intent(in) :: self
    real :: a
    a = 3*self%r**2
  end function
  function parea(self) result(a)
    class(poly), intent(in) :: self
    real :: a
    integer :: i, n
    n = size(self%x); a = 0
    do i = 1, n
      a = a + self%x(i)*self%y(mod(i,n)+1) - self%x(mod(i,n)+1)*self%y(i)
    end do
    a = a/2
  end function
end module
program shapes_and_trees
  use shapes_of_trees
  implicit none
  class(shape), allocatable :: s[:]
  type(tree), save :: tr[*]
  type(tree), allocatable :: ta(:)[:]
  type(node), save, target :: head[*]
  integer :: me, np, i, j, k
  real :: a
  type(leaf) :: lf
  type(branch) :: br
  me = this_image(); np = num_images()
  if (.true.) then
    allocate (poly :: s[*])
  end if
  select type (s)
  type is (poly)
    s%x = [0.,real(me),real(me),0.]
    s%y = [0.,0.,1.,1.]
    s%name = repeat('p', me)
  class default
    error stop 'type'
  end select
  sync all
  if (s%area() /= me) error stop 'area'
  if (s%tell() /= repeat('p',me)//'!') error stop 'tell'
  do k = 1, np
    select type (s)
    class is (poly)
      if (size(s[k]%x) /= 4) error stop 'size x'
      if (s[k]%x(2) /= k) error stop 'x(2)'
      a = dot_product(s[k]%x(:), s[k]%y(:))
      if (a /= k) error stop 'dot'
    end select
    if (len(s[k]%name) /= k) error stop 'len'
    if (s[k]%name /= repeat('p', k)) error stop 'name'
  end do
  sync all
  deallocate (s)
  allocate (circle :: s[*])
  select type (s)
  type is (circle)
    s%r = me
    sync all
    s[mod(me,np)+1]%r = 10*me
    sync all
    if (s%r /= 10*merge(np, me-1, me==1)) error stop 'put r'
  end select
  ! trees
  allocate (tr%b)
  allocate (tr%b%l(me))
  do i = 1, me
    allocate (tr%b%l(i)%data(i, 2), source=me*i)
    allocate (tr%b%l(i)%p(0:i), source=real(i))
  end do
  allocate (tr%b%own%data(1:1,1:1)); tr%b%own%data = -me
  allocate (tr%pb(2))
  allocate (tr%pb(2)%own%p(3)); tr%pb(2)%own%p = [1,2,3]*me
  allocate (tr%pb(1)%l(1)); allocate(tr%pb(1)%l(1)%data(2,2)); tr%pb(1)%l(1)%data = reshape([1,2,3,4]*me,[2,2])
  sync all
  do k = np, 1, -1
    if (size(tr[k]%b%l) /= k) error stop 'tree size'
    do i = 1, k
      if (any(shape_of(tr[k]%b%l(i)%data(:,:)) /= [i,2])) error stop 'shape'
      if (any(tr[k]%b%l(i)%data(:,2) /= k*i)) error stop 'data'
      if (lbound(tr[k]%b%l(i)%p,1) /= 0) error stop 'lbound'
      if (ubound(tr[k]%b%l(i)%p,1) /= i) error stop 'ubound'
    end do
    if (tr[k]%b%own%data(1,1) /= -k) error stop 'own'
    if (sum(tr[k]%pb(2)%own%p) /= 6*k) error stop 'pb p'
    if (tr[k]%pb(1)%l(1)%data(2,1) /= 2*k) error stop 'pb data'
    if (associated(tr[k]%pb(2)%own%p) .neqv. .true.) error stop 'assoc'
    if (allocated(tr[k]%pb(2)%l)) error stop 'allocated'
    lf = tr[k]%b%l(k)
    if (any(lf%data /= k*k)) error stop 'leaf copy'
    br = tr[k]%b
    if (size(br%l) /= k) error stop 'branch copy'
    if (any(br%l(k)%data /= k*k)) error stop 'branch copy 2'
  end do
  sync all
  k = mod(me,np)+1
  tr[k]%pb(2)%own%p(2:3) = [real :: me, me+1]
  tr[k]%b%own%data(:,1) = 1000 + me
  sync all
  j = merge(np, me-1, me==1)
  if (any(tr%pb(2)%own%p /= [me, j, j+1])) error stop 'put p'
  if (tr%b%own%data(1,1) /= 1000+j) error stop 'put data'
  ! linked list across levels
  block
    type(node), pointer :: q
    q => head
    do i = 1, 4
      allocate (q%next); q => q%next; q%key = 10*me + i
    end do
    allocate (head%kids(2)); allocate (head%kids(2)%kids(3)); head%kids(2)%kids(3)%key = 99*me
  end block
  sync all
  do k = 1, np
    if (head[k]%next%next%key /= 10*k+2) error stop 'list'
    if (head[k]%next%next%next%next%key /= 10*k+4) error stop 'list4'
    if (head[k]%kids(2)%kids(3)%key /= 99*k) error stop 'kids'
  end do
  allocate (ta(2)[*])
  allocate (ta(2)%b); allocate(ta(2)%b%own%data(2,3)); ta(2)%b%own%data = reshape([(me*i,i=1,6)],[2,3])
  sync all
  do k = 1, np
    associate (r => ta(2)%b%own%data)
      if (any(ta(2)[k]%b%own%data(::1,[3,1]) * me /= r(:,[3,1]) * k)) error stop 'vs'
    end associate
  end do
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  pure function shape_of(x) result(s)
    integer, intent(in) :: x(:,:)
    integer :: s(2)
    s = [size(x,1), size(x,2)]
  end function
end program
