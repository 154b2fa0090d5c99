! conformance: images=1,2,3,5
! feature: whole programs
! Object-oriented grid code: classes with coarray components, inheritance of them, deferred bindings, overriding, generic interfaces, user constructors.
module inherited_base_m
  use iso_fortran_env, only: real64, team_type, event_type
  implicit none
  private
  type, abstract, public :: field_t
    private
    real(real64), allocatable, public :: v(:,:)[:]
    integer, public :: nx = 0, ny = 0
    type(event_type), allocatable :: ready[:]
  contains
    procedure, public :: create
    procedure, public :: put_edge
    procedure, public :: wait_edge
    procedure(step_i), deferred, public :: step
    procedure, public :: checksum
    procedure, private :: copy_from
    generic, public :: assignment(=) => copy_from
    procedure, private :: axpy
    generic, public :: operator(.axpy.) => axpy
  end type
  abstract interface
    subroutine step_i(this, dt)
      import field_t, real64
      class(field_t), intent(inout) :: this
      real(real64), intent(in) :: dt
    end subroutine
  end interface
contains
  subroutine create(this, nx, ny)
    class(field_t), intent(inout) :: this
    integer, intent(in) :: nx, ny
    this%nx = nx; this%ny = ny
    if (allocated(this%v)) deallocate (this%v, this%ready)
    allocate (this%v(0:nx+1, 0:ny+1)[*], this%ready[*])
    this%v = 0
    sync all
  end subroutine
  subroutine put_edge(this, to)
    class(field_t), intent(inout) :: this
    integer, intent(in) :: to
    associate (v => this%v, nx => this%nx, ny => this%ny)
      v(0, 1:ny)[to] = v(nx, 1:ny)
      event post (this%ready[to])
    end associate
  end subroutine
  subroutine wait_edge(this, n)
    class(field_t), intent(inout) :: this
    integer, intent(in), optional :: n
    if (present(n)) then
      event wait (this%ready, until_count=n)
    else
      event wait (this%ready)
    end if
  end subroutine
  function checksum(this) result(s)
    class(field_t), intent(in) :: this
    real(real64) :: s
    integer :: k
    s = 0
    do k = 1, num_images()
      s = s + sum(this%v(1:this%nx, 1:this%ny)[k])
    end do
  end function
  subroutine copy_from(lhs, rhs)
    class(field_t), intent(inout) :: lhs
    class(field_t), intent(in) :: rhs
    lhs%v(:,:) = rhs%v(:,:)
  end subroutine
  function axpy(a, b) result(c)
    class(field_t), intent(in) :: a, b
    real(real64), allocatable :: c(:,:)
    c = a%v(:,:)[1] + 2*b%v(:,:)[num_images()]
  end function
end module
module inherited_heat_m
  use inherited_base_m
  use iso_fortran_env, only: dp => real64
  implicit none
  type, extends(field_t) :: heat_t
    real(dp), allocatable :: old(:,:)
    integer, allocatable :: count[:]
  contains
    procedure :: step => heat_step
  end type
  type, extends(heat_t) :: hot_t
    real(dp) :: factor = 2
  contains
    procedure :: step => hot_step
  end type
contains
  subroutine heat_step(this, dt)
    class(heat_t), intent(inout) :: this
    real(dp), intent(in) :: dt
    integer :: nxt
    nxt = mod(this_image(), num_images()) + 1
    this%old = this%v
    sync all
    call this%put_edge(nxt)
    call this%wait_edge()
    this%v(1:this%nx, 1:this%ny) = this%v(1:this%nx, 1:this%ny) + dt*this%v(0:this%nx-1, 1:this%ny)
    if (.not. allocated(this%count)) allocate (this%count[*], source=0)
    this%count[nxt] = this%count[nxt] + 1
    sync all
  end subroutine
  subroutine hot_step(this, dt)
    class(hot_t), intent(inout) :: this
    real(dp), intent(in) :: dt
    call this%heat_t%step(dt*this%factor)
    select type (this)
    type is (hot_t)
      if (this%count[this_image()] < 1) error stop 'count'
    end select
  end subroutine
end module
program inherited_fields
  use inherited_heat_m
  use inherited_base_m, only: field_t
  implicit none
  class(field_t), allocatable :: f, g
  type(hot_t), save :: h
  integer :: me, np, i
  real(dp) :: s
  me = this_image(); np = num_images()
  allocate (heat_t :: f)
  call f%create(4, 3)
  f%v(1:4,1:3) = me
  sync all
  if (f%checksum() /= 12*np*(np+1)/2) error stop 'checksum'
  sync all
  call f%step(1.0_dp)
  s = 6*sum([(i,i=1,np)])*0
  s = f%checksum()
  if (s /= (2*9 + 3)*sum([(i,i=1,np)]) + 3*sum([(i,i=1,np)])) error stop 'step'
  sync all
  call h%create(2, 2)
  h%v(1:2,1:2) = me
  sync all
  call h%step(0.5_dp)
  if (h%v(1,1) /= me + merge(np, me-1, me==1)) error stop 'hot'
  if (h%v(2,2) /= 2*me) error stop 'hot2'
  if (h%count /= 1) error stop 'h%count'
  allocate (heat_t :: g)
  call g%create(4, 3)
  g = f
  sync all
  if (any(g%v(1:4,1:3)[np] /= f%v(1:4,1:3)[np])) error stop 'assignment'
  if (any((f .axpy. g) /= f%v(:,:)[1] + 2*g%v(:,:)[np])) error stop 'axpy'
  select type (f)
  class is (heat_t)
    if (f%v(4,3)[np] /= 2*np) error stop 'parent v'
    associate (v => f%v, c => f%count)
      if (v(4,3)[np] /= 2*np .or. c[np] /= 1) error stop 'assoc'
    end associate
  end select
  sync all
  deallocate (f, g)
  if (me == 1) print '(a)', 'PASS'
end program
