! conformance: images=1,2,3
! feature: pre-standard usage
! Real cosubscripts are truncated, as compilers do with real subscripts.
program p
  implicit none
  integer, save :: a(4)[2,*]
  integer, allocatable :: c(:)[:]
  real :: x, i
  allocate (c(4)[*])
  a = this_image()
  c = 10*this_image()
  sync all
  x = 2.0
  i = 1.7
  if (a(2)[i,1.9] /= 1 .or. c(1)[i] /= 10) error stop 1
  if (num_images() > 1) then
    if (a(2)[x,1] /= 2) error stop 3
  end if
  sync all
  if (this_image() == 1) c(2:3)[x/2] = a(1:2)[i,1]
  sync all
  if (any(c(:)[1] /= [10, 1, 1, 10])) error stop 2
  if (this_image() == 1) print '(a)', 'PASS'
end program
