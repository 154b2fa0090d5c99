! conformance: images=1,2,3,5
! feature: coarray components
! Coarray components in objects, associate names of them, several levels; dummies from them.
module fields_of_coarrays_m
  implicit none
  type field
    real, allocatable :: u(:,:)[:]
    real, allocatable :: halo(:)[:,:]
    integer, allocatable :: cnt[:]
    character(:), allocatable :: label
  contains
    procedure :: setup
    procedure :: exchange
    procedure :: at
    procedure, private :: add
    generic :: operator(+) => add
  end type
  type model
    type(field) :: f
    type(field), allocatable :: extra
    integer :: n = 0
  contains
    procedure :: run
  end type
  type, extends(field) :: field3
    integer, allocatable :: w(:)[:]
  end type
contains
  subroutine setup(self, n, lab)
    class(field), intent(inout) :: self
    integer, intent(in) :: n
    character(*), intent(in) :: lab
    allocate (self%u(0:n+1, n)[*], source=0.)
    allocate (self%halo(n)[2,0:*])
    allocate (self%cnt[*])
    self%label = lab
    self%cnt = 0
    self%u(1:n,:) = this_image()
    sync all
  end subroutine
  subroutine exchange(self)
    class(field), intent(inout) :: self
    integer :: n, nxt, prv
    n = size(self%u, 2)
    nxt = mod(this_image(), num_images())+1; prv = merge(num_images(), this_image()-1, this_image()==1)
    associate (u => self%u, c => self%cnt)
      sync all
      u(0, :)[nxt] = u(n, :)
      self%u(n+1, :) = u(1,:)[nxt]
      c[nxt] = c[nxt] + 1
      sync all
    end associate
  end subroutine
  real function at(self, i, j, k)
    class(field), intent(in) :: self
    integer, intent(in) :: i, j, k
    at = self%u(i,j)[k]
  end function
  function add(a, b) result(c)
    class(field), intent(in) :: a, b
    real :: c(size(a%u,1), size(a%u,2))
    c = a%u(:,:)[num_images()] + b%u(:,:)[1]
  end function
  subroutine run(self)
    class(model), intent(inout), target :: self
    integer :: nxt
    nxt = mod(this_image(), num_images())+1
    call self%f%setup(4, 'first')
    allocate (self%extra)
    call self%extra%setup(3, 'extra')
    call self%f%exchange
    call self%extra%exchange()
    if (any(self%f%u(5,:) /= nxt)) error stop 'u5'
    call raw(self%f%u, 4)
    call raw2(self%extra%u(1:3,2))
    call raw3(self%f%cnt, self%f%halo)
  end subroutine
  subroutine raw(x, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(0:n+1, *)[*]
    integer :: k
    do k = 1, num_images()
      if (any(x(1:n, 2)[k] /= k)) error stop 'raw'
    end do
  end subroutine
  subroutine raw2(x)
    real, intent(inout), contiguous :: x(:)[*]
    integer :: k
    do k = 1, num_images()
      if (any(x(:)[k] /= k)) error stop 'raw2'
    end do
  end subroutine
  subroutine raw3(c, h)
    integer, intent(inout) :: c[*]
    real, intent(inout), allocatable :: h(:)[:,:]
    integer :: co(2)
    co = this_image(h)
    if (any(lcobound(h) /= [1,0])) error stop 'lco'
    h = this_image()
    sync all
    if (any(h(:)[co(1), co(2)] /= this_image())) error stop 'h'
    if (image_index(h, co) /= this_image()) error stop 'index'
    if (h(1)[1,0] /= 1) error stop 'h1'
    if (c[num_images()] /= 1) error stop 'c'
    sync all
    deallocate (h)
    allocate (h(2)[1,*])
    h = -this_image()
    sync all
    if (h(2)[1,num_images()] /= -num_images()) error stop 'h realloc'
    sync all
  end subroutine
end module
program fields_of_coarrays
  use fields_of_coarrays_m
  implicit none
  type(model), save :: m
  type(model), allocatable :: ma
  class(field), allocatable :: pf
  integer :: me, np, nxt, k
  real, allocatable :: tmp(:,:)
  me = this_image(); np = num_images(); nxt = mod(me,np)+1
  call m%run()
  if (m%f%at(1,1,nxt) /= nxt) error stop 'at'
  if (any(m%f%u(0,:) /= merge(np, me-1, me==1))) error stop 'halo'
  tmp = m%f + m%f
  if (any(tmp(2:5,:) /= np + 1)) error stop 'add'
  if (m%f%label /= 'first') error stop 'label'
  sync all
  allocate (ma)
  call ma%run()
  ma%f%u(2,2)[nxt] = -5
  sync all
  if (ma%f%u(2,2) /= -5) error stop 'put'
  sync all
  deallocate (ma)
  allocate (field3 :: pf)
  call pf%setup(2, 'poly')
  select type (pf)
  type is (field3)
    allocate (pf%w(3)[*])
    pf%w = [1,2,3]*me
    sync all
    associate (w => pf%w, u => pf%field%u)
      if (w(3)[nxt] /= 3*nxt) error stop 'w'
      if (u(1,1)[nxt] /= nxt) error stop 'u'
      if (lcobound(w,1) /= 1 .or. ucobound(w,1) /= np) error stop 'cobounds'
      if (this_image(w,1) /= me) error stop 'this'
    end associate
    do k = 1, np
      if (sum(pf%w(:)[k]) /= 6*k) error stop 'sum'
    end do
  end select
  if (pf%at(2,2,np) /= np) error stop 'pf at'
  sync all
  deallocate (pf)
  if (me == 1) print '(a)', 'PASS'
end program
