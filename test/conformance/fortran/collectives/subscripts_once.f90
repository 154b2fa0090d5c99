! conformance: images=1,3
! feature: collectives: arguments
! A function in a subscript of the argument is called once (F2018 15.5.2): gfortran calls it for
! each field of the descriptor where the argument is an allocatable component or a pointer.
program subscripts_once
  implicit none
  type :: part
    integer, allocatable :: v(:)
    integer, pointer :: p(:)
    integer :: w(3)
  end type
  type :: deep
    type(part), allocatable :: parts(:)
    integer, allocatable :: k
  end type
  type(part), allocatable :: a(:)
  type(deep) :: d(2)
  integer :: calls = 0, images
  images = num_images()
  allocate (a(3), d(2)%parts(2), d(2)%k)
  allocate (a(2)%v(2), a(2)%p(4), d(2)%parts(2)%v(3))
  a(2)%v = 1
  a(2)%p = 2
  a(2)%w = 3
  d(2)%parts(2)%v = this_image()
  d(2)%k = this_image()
  call co_sum(a(two())%v)
  call counted('co_sum', 1)
  call co_sum(a(two())%p(two():))
  call counted('of a section', 2)
  call co_max(a(two())%w)
  call counted('co_max', 1)
  call co_broadcast(d(two())%parts(two())%v, images)
  call counted('co_broadcast', 2)
  call co_broadcast(d(two()), images)
  call counted('of components', 1)
  call co_reduce(a(two())%v, smaller, result_image=two() - 1)
  call counted('co_reduce', 2)
  if (any(a(2)%v /= images) .and. this_image() == 1) error stop 'co_sum'
  if (any(a(2)%p /= 2 * [1, images, images, images])) error stop 'co_sum of a section'
  if (any(d(2)%parts(2)%v /= images) .or. d(2)%k /= images) error stop 'co_broadcast'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  integer function two()
    calls = calls + 1
    two = 2
  end function
  subroutine counted(what, right)
    character(*), intent(in) :: what
    integer, intent(in) :: right
    if (calls /= right) then
      print *, what, calls
      error stop 'calls'
    end if
    calls = 0
  end subroutine
  pure integer function smaller(x, y)
    integer, intent(in) :: x, y
    smaller = min(x, y)
  end function
end program
