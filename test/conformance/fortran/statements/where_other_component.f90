! conformance: images=1,2,3
! feature: coindexed in where and forall
! The image of what WHERE and FORALL define is chosen by another component of the same coarray.
program where_other_component
  implicit none
  type :: box
    integer :: d(2), p(4)
  end type
  type(box) :: b[*]
  integer :: me, n, i, next
  me = this_image()
  n = num_images()
  next = mod(me, n) + 1
  b%d = [next, me]
  b%p = 0
  sync all
  where (b[b[me]%d(1)]%p == 0)
    b[b[me]%d(1)]%p = [1, 2, 3, 4]*me
  elsewhere
    b[b[me]%d(1)]%p = -1
  end where
  sync all
  if (any(b%p /= [1, 2, 3, 4]*merge(n, me - 1, me == 1))) error stop 'where'
  sync all
  forall (i=1:4, mod(i, 2) == 0)
    b[b%d(1)]%p(i) = 10*me + i
  end forall
  sync all
  if (b%p(2) /= 10*merge(n, me - 1, me == 1) + 2) error stop 'forall'
  if (b%p(3) /= 3*merge(n, me - 1, me == 1)) error stop 'left alone'
  if (any(b%d /= [next, me])) error stop 'd'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
