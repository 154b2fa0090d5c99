! conformance: images=1,2,3
! feature: coindexed in array constructors
! An implied DO whose index selects an element of a component in a subscript, an image selector or a component of another component.
program p
  implicit none
  type :: t
    integer, allocatable :: p(:)
    type(t), allocatable :: next
  end type
  type(t) :: s[*]
  integer :: b(4)[*], y(4), z(2, 2), j, k, n
  character(40) :: line
  allocate (s%p(4), s%next)
  allocate (s%next%p(4))
  s%p = [4,3,2,1]; b = [10,20,30,40]; j = 99999999
  s%next%p = [2,3,4,1]
  n = num_images()
  sync all
  y = [(b(s[n]%p(j))[1], j=1,4)]
  if (any(y /= [40,30,20,10])) error stop 'component in a subscript'
  y = [(b(s[n]%next%p(j))[1], j=1,4)]
  if (any(y /= [20,30,40,10])) error stop 'component of a component in a subscript'
  y = [(b(s[n]%p(s[1]%next%p(j)))[1], j=1,4)]
  if (any(y /= [30,20,10,40])) error stop 'component in a subscript of a component'
  y = [(b(5 - j)[min(s[n]%p(j), n)], j=1,4)]
  if (any(y /= [40,30,20,10])) error stop 'component in an image selector'
  z = reshape([((b(s[n]%p(2*(j-1) + k))[1], k=1,2), j=1,2)], [2,2])
  if (any(z /= reshape([40,30,20,10], [2,2]))) error stop 'nested'
  write (line, '(*(i0,:,","))') (b(s[n]%p(j))[n], s[n]%p(s[1]%p(j)), j=1,4)
  if (line /= '40,1,30,2,20,3,10,4') error stop 'output'
  forall (j=1:4) y(j) = b(s[n]%p(j))[1]
  if (any(y /= [40,30,20,10])) error stop 'FORALL'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
