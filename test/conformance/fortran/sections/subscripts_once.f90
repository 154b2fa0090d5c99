! conformance: images=1,2,3
! feature: coindexed in expressions
! Subscripts and image indices of what a statement defines are evaluated once, before it defines anything.
module m
  implicit none
  integer :: calls = 0, place = 1
contains
  function vec(n) result(v)
    integer, intent(in) :: n
    integer :: v(n), i
    calls = calls + 1
    v = [(n + calls - i, i=1, n)]
  end function
  subroutine move(x, i)
    integer, intent(inout) :: x, i
    x = x + 1
    i = i + 1
    place = place + 1
  end subroutine
end module
program subscripts_once
  use m
  implicit none
  type :: t
    integer, pointer :: p(:)
  end type
  integer :: a(5)[*], b(3)[*], i, l, was
  integer, target :: list(3)
  integer, allocatable :: c(:)[:]
  type(t) :: s[*]
  l = modulo(this_image(), num_images()) + 1
  a = 0
  b = [1, 0, 0]
  allocate (c(3)[*], source=[2, 3, 1])
  list = [2, 3, 1]
  s%p => list
  sync all
  a(vec(2))[l] = [-1, -2]
  sync all
  if (calls /= 1 .or. any(a(1:2) /= [-2, -1])) error stop 'function'
  sync all
  b(b(1)[l])[l] = 2
  sync all
  if (any(b /= [2, 0, 0])) error stop 'itself'
  sync all
  c(c(:)[l])[l] = [7, 8, 9]
  sync all
  if (any(c /= [9, 7, 8])) error stop 'vector of itself'
  sync all
  if (l /= this_image()) s[l]%p(s[l]%p(1)) = 1
  sync all
  if (num_images() > 1 .and. any(list /= [2, 1, 1])) error stop 'component'
  sync all
  a = 0
  i = 1
  sync all
  call move(a(i)[l], i)
  sync all
  if (any(a /= [1, 0, 0, 0, 0]) .or. i /= 2 .or. place /= 2) error stop 'argument'
  sync all
  call move(a(place)[l], i)
  sync all
  if (any(a /= [1, 1, 0, 0, 0])) error stop 'variable of a module'
  sync all
  a = 0
  i = 1
  sync all
  was = l
  call move(a(3)[l], l)
  l = was
  sync all
  if (any(a /= [0, 0, 1, 0, 0])) error stop 'image index'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
