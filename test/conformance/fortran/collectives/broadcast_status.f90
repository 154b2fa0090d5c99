! conformance: images=1,2,3
! feature: co_broadcast of derived types with stat=
! Arguments of derived types with allocatable components are broadcast with STAT= and ERRMSG=.
module trees
  implicit none
  type :: leaf
    integer, allocatable :: v(:)
    character(:), allocatable :: name
  end type
  type :: branch
    type(leaf), allocatable :: l(:)
    real :: w = 0
  end type
contains
  subroutine share(b, st, msg)
    type(branch), intent(inout) :: b
    integer, intent(out), optional :: st
    character(*), intent(inout), optional :: msg
    call co_broadcast(b, num_images(), stat=st, errmsg=msg)
  end subroutine
end module
program broadcasts
  use trees
  implicit none
  type(branch) :: b
  type(leaf) :: x(3), y
  integer :: st, i
  character(20) :: msg
  character(:), allocatable :: text
  msg = 'unchanged'
  st = 99
  if (this_image() == 1) then
    do i = 1, 3
      x(i)%v = [integer :: spread(i, 1, i)]
      x(i)%name = repeat('x', i)
    end do
  end if
  call co_broadcast(x, 1, stat=st, errmsg=msg)
  if (st /= 0 .or. msg /= 'unchanged') error stop 1
  do i = 1, 3
    if (size(x(i)%v) /= i .or. any(x(i)%v /= i) .or. len(x(i)%name) /= i) error stop 2
  end do
  st = 99
  if (this_image() == num_images()) then
    y%v = [5, 6]
    y%name = 'why'
  end if
  text = 'nothing'
  call co_broadcast(y, source_image=num_images(), stat=st, errmsg=text)
  if (st /= 0 .or. text /= 'nothing') error stop 3
  if (any(y%v /= [5, 6]) .or. y%name /= 'why') error stop 4
  call co_broadcast(y, source_image=num_images(), errmsg=text)
  if (any(y%v /= [5, 6]) .or. y%name /= 'why') error stop 4
  if (this_image() == num_images()) then
    b%w = 2.5
    b%l = x(2:3)
  end if
  st = 7
  call share(b, st, msg)
  if (st /= 0 .or. size(b%l) /= 2) error stop 5
  if (any(b%l(2)%v /= 3)) error stop 6
  b%l(2)%v = 4*this_image()
  call share(b)
  if (any(b%l(2)%v /= 4*num_images()) .or. b%w /= 2.5) error stop 7
  call share(b, msg=msg)
  if (any(b%l(2)%v /= 4*num_images()) .or. b%w /= 2.5) error stop 7
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
