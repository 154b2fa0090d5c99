! conformance: images=1,2,3,5
! feature: names of intrinsics used for other things
! Variables, coarrays, dummy arguments and associate names that are called like the intrinsic functions which generated code needs.
module rooms
  implicit none
  type :: room
    real, allocatable :: seats(:)
    integer, pointer :: doors(:) => null()
    character(len=:), allocatable :: sign
  end type room
  type(room), save :: house(3)[*]
  integer, save :: loc(4)[*], kind[*]
  real, allocatable :: lbound(:)[:]
contains
  subroutine furnish(x, n, shape)
    integer, intent(in) :: n
    real :: x(0:n)[*]
    integer, optional :: shape
    integer :: size, min, max, ubound(3), any, merge, transfer, present, associated, allocated, storage_size, int, iand
    integer :: minval, maxval, len, is_contiguous, next
    next = mod(this_image(), num_images()) + 1
    size = n; min = 1; max = n; ubound = [1, 2, 3]; any = 2; merge = 1; transfer = 2; present = 2; associated = 1; allocated = 2
    storage_size = 1; int = 1; iand = 2; minval = 1; maxval = 2; len = 4; is_contiguous = 1
    x = this_image()
    allocate (house(any)%seats(size), house(any)%doors(3))
    house(any)%seats = this_image() * 10
    house(any)%doors = this_image()
    house(any)%sign = 'exit'
    sync all
    if (x(min)[next] /= next) error stop 1
    if (x(ubound(2))[next] /= next) error stop 2
    if (house(any)[next]%seats(max) /= next * 10) error stop 3
    sync all
    x(min:max:2)[next] = x(min:max:2) + 100
    house(transfer)[next]%seats = 7.5
    house(present)[next]%doors(ubound(1):ubound(3)) = [4, 5, 6]
    sync all
    if (x(1) < 100 .or. x(0) > 100) error stop 4
    if (house(2)%seats(size) /= 7.5 .or. house(2)%doors(2) /= 5) error stop 5
    if (house(allocated)[next]%sign /= 'exit') error stop 6
    block
      type(room) :: copy
      real :: g(3)
      copy = house(any)[next]
      if (copy%sign /= 'exit' .or. copy%doors(3) /= 6) error stop 7
      g = x(ubound)[next]
      if (g(2) /= next) error stop 8
      g = house(any)[next]%seats(ubound)
      if (g(3) /= 7.5) error stop 9
    end block
    sync all
    call co_sum(size)
    if (size /= n * num_images()) error stop 10
    call co_broadcast(house(any), 1)
    sync all
    call leave(x(:)[next], house(any)[next]%seats(1:3))
    sync all
    if (x(0) /= -1 .or. house(2)%seats(3) /= 2) error stop 11
  end subroutine furnish
  subroutine leave(a, b)
    real, intent(inout) :: a(:), b(3)
    a(1) = -1; b = 2
  end subroutine leave
  subroutine arrays()
    integer :: k
    allocate (lbound(5)[*])
    lbound = this_image(); loc = 10 * this_image(); kind = this_image()
    sync all
    do k = 1, num_images()
      if (lbound(3)[k] /= k) error stop 12
      if (any(loc(:)[k] /= 10 * k)) error stop 13
      if (kind[k] /= k) error stop 14
    end do
    sync all
    lbound(2:4)[1] = 3
    loc(2)[1] = 4
    sync all
    if (this_image() == 1 .and. (lbound(4) /= 3 .or. loc(2) /= 4)) error stop 15
    deallocate (lbound)
  end subroutine arrays
end module rooms

program hidden_functions
  use rooms
  implicit none
  real, allocatable :: y(:)[:]
  integer :: size(7)[*], i
  allocate (y(0:6)[*])
  call furnish(y, 6)
  call arrays()
  size = [(i * this_image(), i = 1, 7)]
  sync all
  associate (max => (size(3)[num_images()]))
    if (max /= 3 * num_images()) error stop 16
  end associate
  sync all
  size(::3)[1] = 0
  sync all
  if (this_image() == 1 .and. any(size([1, 4, 7]) /= 0)) error stop 17
  if (this_image() == 1) print '(a)', 'PASS'
end program hidden_functions
