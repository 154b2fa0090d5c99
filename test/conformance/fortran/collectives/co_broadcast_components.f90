! conformance: images=1,2,3,5
! feature: co_broadcast of objects with allocatable components and with type-bound procedures
! It defines its argument as if by intrinsic assignment (F2018 16.9.46).
module shapes
  implicit none
  private
  type, public :: point
    private
    real :: x = 0, y = 0
  contains
    procedure :: put, total
  end type
  type, public :: named
    character(len=:), allocatable :: name
    character(len=:), allocatable :: words(:)
  end type
  type, extends(named), public :: polygon
    integer :: sides = 0
    type(point), allocatable :: corners(:)
    real, allocatable :: weights(:, :)
    integer, allocatable :: colour
    type(polygon), allocatable :: inner
    integer, pointer :: mine => null()
    type(point) :: centre(2)
  end type
  type, public :: counted
    integer :: sides = 0
  contains
    final :: finish
  end type
contains
  subroutine put(self, x, y)
    class(point), intent(inout) :: self
    real, intent(in) :: x, y
    self%x = x; self%y = y
  end subroutine
  elemental real function total(self)
    class(point), intent(in) :: self
    total = self%x + self%y
  end function
  subroutine finish(self)
    type(counted), intent(inout) :: self
    self%sides = -1
  end subroutine
end module

program co_broadcast_components
  use shapes
  implicit none
  type(point) :: p, q(2, 3)
  type(polygon) :: a, several(2)
  type(named) :: list(0:2)
  type(counted) :: c
  integer :: i, j, source, status
  integer, target :: own
  character(20) :: message

  source = num_images()
  call p%put(real(this_image()), 1.0)
  call co_broadcast(p, source)
  if (p%total() /= source + 1) error stop 1
  do j = 1, 3
    do i = 1, 2
      call q(i, j)%put(real(i*this_image()), real(j))
    end do
  end do
  call co_broadcast(q(:, 2:3), source_image=1)
  if (any(q(:, 2)%total() /= [3.0, 4.0]) .or. q(2, 3)%total() /= 5 .or. q(2, 1)%total() /= 2*this_image() + 1) error stop 2

  own = this_image(); a%mine => own
  if (this_image() == source) then
    a%name = 'outer'; a%words = ['one ', 'four']
    a%sides = 3
    allocate (a%corners(-1:1), a%weights(2, 0:1), a%inner)
    do i = -1, 1
      call a%corners(i)%put(real(i), 10.0)
    end do
    a%weights = reshape([1., 2., 3., 4.], [2, 2])
    a%inner%name = 'inner'
    a%inner%colour = 7
    call a%centre(2)%put(5.0, 6.0)
  else
    a%name = 'something longer'
    a%colour = 3
    allocate (a%weights(2, 0:1), source=0.0)
    allocate (a%corners(9))
  end if
  message = 'as before'; status = 77
  call co_broadcast(a, source, stat=status, errmsg=message)
  if (status /= 0 .or. message /= 'as before') error stop 3
  if (a%name /= 'outer' .or. len(a%name) /= 5 .or. any(a%words /= ['one ', 'four']) .or. a%sides /= 3) error stop 4
  if (lbound(a%corners, 1) /= -1 .or. any(a%corners%total() /= [9., 10., 11.])) error stop 5
  if (any(a%weights /= reshape([1., 2., 3., 4.], [2, 2])) .or. lbound(a%weights, 2) /= 0) error stop 6
  if (allocated(a%colour) .or. .not. allocated(a%inner)) error stop 7
  if (a%inner%name /= 'inner' .or. a%inner%colour /= 7 .or. allocated(a%inner%inner)) error stop 8
  if (a%centre(2)%total() /= 11 .or. .not. associated(a%mine, own) .or. own /= this_image()) error stop 9

  if (this_image() == 1) several(2) = a
  if (num_images() > 0) call co_broadcast(several, 1)
  if (allocated(several(1)%name) .or. several(2)%inner%colour /= 7) error stop 10

  if (this_image() == 1) list(1)%name = 'middle'
  call co_broadcast(list(1:2), 1)
  if (list(1)%name /= 'middle' .or. allocated(list(2)%name)) error stop 11
  c%sides = this_image()
  call co_broadcast(c, 1)
  if (c%sides /= 1) error stop 12
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
