! conformance: images=1,2,3
! feature: components of coindexed objects in whole programs
! A section of an allocatable component, coindexed and of this image's own object, in a loop.
program p
  implicit none
  type :: t
    integer, allocatable :: p(:)
  end type
  type(t) :: s[*]
  integer :: y(2), i
  allocate (s%p(4))
  s%p = this_image()
  sync all
  do i = 1, 2
    y = s[1]%p(1:2) - s%p(1:2)
  end do
  if (any(y /= 1 - this_image())) error stop 'bad'
  if (this_image() == 1) print '(a)', 'PASS'
end program
