! conformance: images=1,2,3
! feature: no finalization of copies of coindexed objects
! What a statement reads of another image is no variable of the program, and is not finalized (F2018
! 7.5.6.3): scalars, elements, sections, arguments, of types with final procedures by themselves, in
! a component and in the parent.
module final_types
  implicit none
  integer :: finals = 0
  type :: resource
    integer :: handle = 0
    real, allocatable :: data(:)
  contains
    final :: close_one, close_list
  end type
  type :: holder
    integer :: id = 0
    type(resource) :: r
    character(:), allocatable :: name
  end type
  type, extends(resource) :: file
    integer, allocatable :: lines(:)
  end type
contains
  subroutine close_one(r)
    type(resource), intent(inout) :: r
    finals = finals + 1
    r%handle = -1
  end subroutine
  subroutine close_list(r)
    type(resource), intent(inout) :: r(:)
    finals = finals + size(r)
    r%handle = -1
  end subroutine
end module
module final_objects
  use final_types
  implicit none
  type(resource) :: a[*], b(2:4)[*]
  type(holder) :: h[*]
  type(file) :: f[*]
  type :: outer
    type(resource), allocatable :: list(:)
  end type
  type(outer) :: o[*]
contains
  subroutine fill(me)
    integer, intent(in) :: me
    integer :: i
    a%handle = me
    a%data = [real :: me, 2*me]
    do i = 2, 4
      b(i)%handle = 10*me + i
      allocate (b(i)%data(i))
      b(i)%data = me
    end do
    h%id = me
    h%r%handle = me
    h%r%data = [real :: 7*me]
    h%name = repeat('n', me)
    f%handle = me
    f%lines = [1, me]
    allocate (o%list(0:1))
    o%list(0)%handle = me
    o%list(1)%handle = -me
  end subroutine
  integer function handle(r)
    type(resource), intent(in) :: r
    handle = r%handle*10 + size(r%data)
  end function
  integer function handles(r)
    type(resource), intent(in) :: r(:)
    integer :: i
    handles = sum(r%handle)
    do i = 1, size(r)
      handles = handles + 1000*size(r(i)%data)
    end do
  end function
  integer function name_of(x)
    type(holder), intent(in) :: x
    name_of = len(x%name) + nint(x%r%data(1))
  end function
  integer function last(x)
    class(resource), intent(in) :: x
    last = x%handle
  end function
  integer function first(x)
    type(resource), intent(in) :: x(0:)
    first = x(0)%handle
  end function
end module
program unfinalized_copies
  use final_objects
  implicit none
  integer :: k, n, i, local
  type(resource), allocatable :: w, v(:)
  call fill(this_image())
  sync all
  do k = 1, num_images()
    finals = 0
    n = handle(a[k])
    if (n /= 10*k + 2) error stop 'argument'
    if (handle(b(3)[k]) /= 100*k + 33) error stop 'element'
    n = handles(b(:)[k])
    if (n /= 30*k + 9 + 9000) error stop 'array'
    n = handles(b(2:4:2)[k])
    if (n /= 20*k + 6 + 6000) error stop 'section'
    n = name_of(h[k])
    if (n /= 8*k) error stop 'component'
    n = last(f[k])
    if (n /= k) error stop 'extended'
    n = first(o[k]%list)
    if (n /= k) error stop 'allocatable component'
    do i = 1, 2
      n = handles(b([2, 4])[k])
    end do
    if (n /= 20*k + 6 + 6000) error stop 'vector subscript'
    if (finals /= 0) then
      print *, finals
      error stop 'finalized'
    end if
    allocate (w, source=a[k])
    allocate (v, source=b(:)[k])
    if (finals /= 0) error stop 'finalized by source='
    if (w%handle /= k .or. size(w%data) /= 2) error stop 'source='
    if (any(v%handle /= 10*k + [2, 3, 4]) .or. size(v(3)%data) /= 4) error stop 'source of array'
    deallocate (w, v)
    finals = 0
    allocate (w, v(2:4))
    w = a
    v = b
    local = finals
    finals = 0
    w = a[k]
    v = b(:)[k]
    if (finals /= local) error stop 'finalized by assignment'
    if (w%data(2) /= 2*k .or. v(4)%handle /= 10*k + 4) error stop 'assigned'
    deallocate (w, v)
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
