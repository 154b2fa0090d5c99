! conformance: images=1,2,3
! feature: polymorphic coarrays
! A coindexed associate name of SELECT TYPE in a loop.
program p
  implicit none
  type t
    integer :: i
  end type
  class(t), allocatable :: y(:)[:]
  integer :: i
  allocate (t :: y(5)[*])
  select type (y)
  type is (t)
    do i = 1, 5
      y(i)[this_image()]%i = 7
    end do
    if (any(y%i /= 7)) error stop 1
  end select
  if (this_image() == 1) print '(a)', 'PASS'
end program
