! conformance: images=1,2,3
! feature: allocatable coarrays, assignment
! Assignments to whole allocatable coarrays, also by functions that allocate and deallocate others.
program whole_assignments
  implicit none
  integer, allocatable :: a(:)[:]
  character(:), allocatable :: s[:]
  character(:), allocatable :: rows(:)[:]
  type :: box
    integer, allocatable :: v(:)[:]
  end type
  type(box) :: b
  allocate (character(3) :: s[*])
  allocate (a(2)[*], b%v(3)[*])
  allocate (character(3) :: rows(2)[*])
  rows(:) = ['abcd', 'efgh']
  rows = ['abc', 'efg']
  s = 'abc'
  a = [3, 4]
  if (all(a == 3)) a = twice(a)
  a = twice(a)
  b%v = [1, 2, 3]
  if (any(a /= [6, 8]) .or. rows(2) /= 'efg' .or. s /= 'abc' .or. b%v(2) /= 2) error stop 'FAIL'
  sync all
  if (any(a(:)[num_images()] /= [6, 8]) .or. any(b%v(:)[1] /= [1, 2, 3])) error stop 'FAIL of others'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  function twice(v)
    integer, intent(in) :: v(:)
    integer :: twice(size(v))
    integer, allocatable :: other(:)[:]
    allocate (other(size(v))[*])
    other = v
    twice = 2*other
  end function
end program
