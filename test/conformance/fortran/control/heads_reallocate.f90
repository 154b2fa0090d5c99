! conformance: images=1,2,3,5
! feature: heads of constructs that allocate
! A function in the heading of a construct deallocates a coarray and allocates it anew. References in the construct are to the new one.
program heads_reallocate
  implicit none
  integer, allocatable :: h(:)[:], g(:)[:]
  integer :: y, k, i, size_of(6)
  class(*), allocatable :: any
  size_of = [100000, 3000, 200000, 50, 70000, 900]
  k = 1 + mod(this_image(), num_images())
  allocate (h(4)[*]); h = 1
  allocate (integer :: any)
  sync all
  y = h(1)[k]
  if (anew(100000, 2) > 0) then
    y = h(9)[k]
  end if
  if (y /= 2) error stop 'if'
  sync all
  y = h(1)[k]
  if (y < 0) then
    y = h(1)[k]
  else if (anew(300000, 3) > 0) then
    y = h(9)[k]
  end if
  if (y /= 3) error stop 'else if'
  sync all
  y = h(1)[k]
  select case (anew(20, 4))
  case (1)
    y = h(9)[k]
  end select
  if (y /= 4) error stop 'select case'
  sync all
  y = h(1)[k]
  associate (a => anew(400000, 5))
    y = h(9)[k] + 0*a
  end associate
  if (y /= 5) error stop 'associate'
  sync all
  y = h(1)[k]
  select type (a => value_of(anew(100, 6)))
  type is (integer)
    y = h(9)[k] + 0*a
  end select
  if (y /= 6) error stop 'select type'
  sync all
  y = h(1)[k]
  if (anew(500000, 7) > 0) y = h(9)[k]
  if (y /= 7) error stop 'if statement'
  sync all
  y = h(1)[k]
  do i = 1, anew(60, 8)
    y = h(9)[k]
  end do
  if (y /= 8) error stop 'do'
  sync all
  y = h(1)[k]
  i = 0
  do while (i < 6*anew(size_of(i+1), 9 + i))
    i = i + 1
    y = h(9)[k]
    if (y /= 8 + i) error stop 'do while'
    sync all
    if (i == 6) exit
  end do
  where ([1, 2] < 3*anew(44, 21))
    size_of(1:2) = h(9)[k]
  end where
  if (any_of(size_of(1:2) /= 21)) error stop 'where'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  logical function any_of(l)
    logical, intent(in) :: l(:)
    any_of = count(l) > 0
  end function
  function value_of(i) result(r)
    integer, intent(in) :: i
    class(*), allocatable :: r
    allocate (r, source=i)
  end function
  integer function anew(n, value)
    integer, intent(in) :: n, value
    sync all
    deallocate (h)
    if (allocated(g)) deallocate (g)
    allocate (g(10)[*]); g = -5
    allocate (h(n)[*]); h = value
    sync all
    anew = 1
  end function
end program
