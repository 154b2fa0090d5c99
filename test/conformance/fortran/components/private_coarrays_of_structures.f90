! conformance: images=1,2,3,5
! feature: coarray components
! Local objects whose private coarray components hold structures with allocatable components go outside of their module: what these hold is
! there until all images have come to the end of the scope.
module fields
  implicit none
  private
  public :: field, patch, stack
  type :: cell
    real, allocatable :: v(:)
  end type
  type :: field
    private
    type(cell), allocatable :: cells(:)[:]
    integer :: n = 0
  contains
    procedure :: set => set_field
    procedure :: at
  end type
  type, extends(field) :: patch
    character(8) :: name = ''
    type(cell), allocatable, private :: extra[:]
  contains
    procedure :: set => set_patch
    procedure :: more
  end type
  type :: stack
    type(patch), private :: inner
    integer :: depth = 0
  contains
    procedure :: fill
    procedure :: top
  end type
contains
  subroutine set_field(self, n)
    class(field), intent(inout) :: self
    integer, intent(in) :: n
    integer :: i
    allocate (self%cells(n)[*])
    self%n = n
    do i = 1, n
      self%cells(i)%v = [real(this_image()), real(i)]
    end do
    sync all
  end subroutine
  subroutine set_patch(self, n)
    class(patch), intent(inout) :: self
    integer, intent(in) :: n
    call self%field%set(n)
    allocate (self%extra[*])
    self%extra%v = [100.0*this_image()]
    sync all
  end subroutine
  real function at(self, i, image)
    class(field), intent(in) :: self
    integer, intent(in) :: i, image
    at = self%cells(i)[image]%v(1) + 1000*self%cells(i)[image]%v(2)
  end function
  real function more(self, image)
    class(patch), intent(in) :: self
    integer, intent(in) :: image
    more = self%extra[image]%v(1)
  end function
  subroutine fill(self)
    class(stack), intent(inout) :: self
    call self%inner%set(3)
    self%depth = 1
  end subroutine
  real function top(self, image)
    class(stack), intent(in) :: self
    integer, intent(in) :: image
    top = self%inner%more(image)
  end function
end module

module others
  use fields, only: field
  implicit none
  type :: simulation
    type(field) :: f
    integer :: step = 0
  end type
end module

program private_coarrays_of_structures
  use fields, only: box => field, patch, stack
  use others
  implicit none
  call fields_go()
  call patches_go()
  call early()
  block
    type(simulation) :: s
    call s%f%set(2)
    call late(1)
    if (s%f%at(2, last()) /= 2000 + last()) error stop 'in a block'
  end block
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure integer function last()
    last = num_images()
  end function
  subroutine late(image) ! the image comes some time after the others
    integer, intent(in) :: image
    integer :: i
    real, volatile :: x
    if (this_image() /= image) return
    x = 0
    do i = 1, 20000000
      x = x + 1
    end do
  end subroutine
  subroutine fields_go()
    type(box) :: f
    call f%set(4)
    call late(1)
    if (f%at(3, last()) /= 3000 + last()) error stop 'field'
  end subroutine
  subroutine patches_go()
    type(patch) :: p
    type(stack) :: s
    call p%set(2)
    call s%fill()
    call late(last())
    if (p%more(1) /= 100 .or. p%at(1, 1) /= 1001) error stop 'patch'
    if (s%top(1) /= 100) error stop 'stack'
  end subroutine
  subroutine early()
    type(simulation), allocatable :: s
    allocate (s)
    call s%f%set(1)
    if (s%step == 0) then
      call late(1)
      if (s%f%at(1, last()) /= 1000 + last()) error stop 'allocatable'
      deallocate (s)
      return
    end if
    error stop 'never'
  end subroutine
end program
