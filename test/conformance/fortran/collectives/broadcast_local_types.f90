! conformance: images=1,2,3
! feature: co_broadcast of types of internal procedures
! Types of internal procedures are broadcast with STAT= and ERRMSG=.
module base
  implicit none
  type :: animal
    integer :: legs = 0
  end type
  type, extends(animal) :: dog
    integer, allocatable :: spots(:)
  end type
end module
program local_types
  use base
  implicit none
  call inner
  call polymorphic
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine inner
    type :: leaf
      real, allocatable :: r(:)
      character(:), allocatable :: s(:)
    end type
    type :: branch
      type(leaf) :: l(2)
      type(leaf), allocatable :: more
    end type
    type(branch) :: b
    integer :: status
    if (this_image() == 1) then
      b%l(1)%r = [1., 2.]
      b%l(2)%s = ['ab', 'cd']
      allocate (b%more)
      b%more%r = [3.]
    else
      b%l(2)%r = [9.]
    end if
    status = 8
    call co_broadcast(b, source_image=1, stat=status)
    if (status /= 0) error stop 8
    if (any(b%l(1)%r /= [1., 2.]) .or. allocated(b%l(2)%r)) error stop 9
    if (any(b%l(2)%s /= ['ab', 'cd']) .or. any(b%more%r /= [3.])) error stop 10
  end subroutine
  subroutine polymorphic
    type :: cage
      class(animal), allocatable :: a
      class(animal), allocatable :: many(:)
      integer, allocatable :: v(:)
    end type
    type(cage) :: c(2)
    integer :: st
    character(30) :: msg
    msg = 'still'
    if (this_image() == num_images()) then
      allocate (c(1)%a, source=dog(4, [1, 2, 3]))
      allocate (c(2)%many(2), source=dog(3, [7]))
      c(2)%v = [8, 9]
    end if
    st = 5
    call co_broadcast(c, num_images(), stat=st, errmsg=msg)
    if (st /= 0 .or. msg /= 'still') error stop 1
    if (allocated(c(1)%v) .or. allocated(c(2)%a) .or. any(c(2)%v /= [8, 9])) error stop 2
    select type (a => c(1)%a)
    type is (dog)
      if (a%legs /= 4 .or. any(a%spots /= [1, 2, 3])) error stop 3
    class default
      error stop 4
    end select
    select type (a => c(2)%many)
    type is (dog)
      if (any(a%legs /= 3) .or. any(a(2)%spots /= [7])) error stop 5
    class default
      error stop 6
    end select
    c(1)%v = [this_image()]
    call co_broadcast(c(1), 1)
    if (any(c(1)%v /= [1])) error stop 7
  end subroutine
end program
