! conformance: images=1,2,3,5
! feature: co_broadcast of derived type
! With allocatable components the value is assigned as by intrinsic assignment (F2018 16.9.46).
module structures
  implicit none
  type :: leaf
    integer, allocatable :: v(:)
    character(:), allocatable :: s
  end type
  type :: tree
    integer :: id = 0
    type(leaf) :: one
    type(leaf), allocatable :: more(:)
    real, allocatable :: x
  end type
end module
program broadcast_structures
  use structures
  implicit none
  type(tree) :: t, list(2)
  integer :: n, me, i
  n = num_images(); me = this_image()
  if (me == n) then
    t%id = 7
    t%one%v = [1, 2, 3]
    t%one%s = 'text'
    allocate (t%more(2))
    t%more(2)%v = [4, 5]
    t%x = 2.5
  else
    t%one%v = [9]
    allocate (t%more(5))
    t%more(3)%s = 'gone'
  end if
  call co_broadcast(t, n)
  if (t%id /= 7 .or. t%one%s /= 'text' .or. t%x /= 2.5) error stop 'scalars'
  if (size(t%one%v) /= 3 .or. any(t%one%v /= [1, 2, 3])) error stop 'array'
  if (size(t%more) /= 2) error stop 'array of structures'
  if (allocated(t%more(1)%v) .or. allocated(t%more(1)%s)) error stop 'unallocated'
  if (any(t%more(2)%v /= [4, 5])) error stop 'nested'
  if (me == 1) list(2)%one%v = [(i, i = 1, 100)]
  call co_broadcast(list, source_image=1)
  if (allocated(list(1)%one%v)) error stop 'list(1)'
  if (sum(list(2)%one%v) /= 5050) error stop 'list(2)'
  if (me == 1) print '(a)', 'PASS'
end program
