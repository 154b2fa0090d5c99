! conformance: images=1,2,3
! feature: procedure pointer components whose functions have array or character results
! A copy of another image's object points to this image's procedures, wherever its type is defined.
module m
  implicit none
  type :: inner
    procedure(pair), pointer, nopass :: q => null()
    integer :: i = 0
  end type
contains
  function pair(n) result(r)
    integer, intent(in) :: n
    integer, allocatable :: r(:)
    r = [n, n+1]
  end function
  function both(n) result(r)
    integer, intent(in) :: n
    integer :: r(2)
    r = [n, -n]
  end function
  function letters(n) result(r)
    integer, intent(in) :: n
    character(:), allocatable :: r
    r = repeat('m', n)
  end function
  function named(n) result(r)
    integer, intent(in) :: n
    character(:), allocatable :: r
    r = repeat('a', n)
  end function
  pure integer function plain(n)
    integer, intent(in) :: n
    plain = 7*n
  end function
end module
program procedure_pointers_in_blocks
  use m
  implicit none
  type :: t
    procedure(named), pointer, nopass :: q => null()
    procedure(pair), pointer, nopass :: r => null()
    integer :: i = 0
  end type
  type(t), save :: o[*]
  type(t) :: c
  integer :: last, z(2)
  last = num_images()
  o%q => named
  o%r => pair
  o%i = this_image()
  sync all
  c = o[last]
  if (c%i /= last) error stop 1
  if (c%q(3) /= 'aaa') error stop 2
  z = c%r(4)
  if (any(z /= [4, 5])) error stop 3
  block
    type :: t
      type(inner) :: in
      procedure(pair), pointer, nopass :: q => null()
      procedure(both), pointer, nopass :: r => null()
      procedure(letters), pointer, nopass :: s => null()
      procedure(named), pointer, nopass :: u => null()
      procedure(plain), pointer, nopass :: v => null()
      integer :: i = 0
    end type
    type(t), save :: x[*]
    type(t) :: y
    x%q => pair
    x%r => both
    x%s => letters
    x%u => named
    x%v => plain
    x%in%q => pair
    x%in%i = 10*this_image()
    x%i = this_image()
    sync all
    y = x[last]
    if (y%i /= last .or. y%in%i /= 10*last) error stop 4
    z = y%q(3)
    if (any(z /= [3, 4])) error stop 5
    z = y%in%q(5)
    if (any(z /= [5, 6])) error stop 6
    z = y%r(3)
    if (any(z /= [3, -3])) error stop 7
    if (y%s(3) /= 'mmm') error stop 8
    if (y%u(2) /= 'aa') error stop 9
    if (y%v(2) /= 14) error stop 10
    sync all
    x%q => null()
    x%s => null()
    sync all
    y = x[last]
    if (associated(y%q) .or. associated(y%s)) error stop 11
    if (.not. associated(y%r)) error stop 12
    sync all
    if (this_image() == last) then
      x%i = 77
      x%s => letters
    end if
    call co_broadcast(x, last)
    if (x%i /= 77) error stop 13
    if (x%s(2) /= 'mm') error stop 14
    if (associated(x%q)) error stop 15
    sync all
  end block
  call internal
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine internal
    type :: u
      procedure(named), pointer, nopass :: q => null()
      procedure(both), pointer, nopass :: r => null()
      integer :: i = 0
    end type
    type(u), save :: x[*]
    type(u) :: y
    integer :: z(2)
    x%q => named
    x%r => both
    x%i = this_image()
    sync all
    y = x[last]
    if (y%i /= last) error stop 16
    if (y%q(4) /= 'aaaa') error stop 17
    z = y%r(2)
    if (any(z /= [2, -2])) error stop 18
    block
      type :: v
        procedure(named), pointer, nopass :: q => null()
        integer :: i = 0
      end type
      type(v), save :: a[*]
      type(v) :: b
      a%q => named
      a%i = this_image()
      sync all
      b = a[last]
      if (b%i /= last) error stop 19
      if (b%q(1) /= 'a') error stop 20
      sync all
    end block
  end subroutine
end program
