! conformance: images=1,2,3
! feature: coindexed in where and forall
! Image indices and subscripts are integers behind pointer components. What the construct defines has
! another type, so it cannot change them.
program where_pointer_cosubscript
  implicit none
  type t
    integer, pointer :: image, first
  end type
  type(t) :: to
  real, target :: x(4)[*]
  complex, target :: z(4)[*]
  integer, target :: next, one
  logical :: m(4) = [.true., .false., .true., .false.]
  integer :: i, before
  next = mod(this_image(), num_images()) + 1
  before = modulo(this_image() - 2, num_images()) + 1
  one = 1
  to%image => next
  to%first => one
  x = 0
  z = 0
  sync all
  where (m)
    x(to%first:)[to%image] = x(:)[to%image] + this_image()
  elsewhere
    z(to%first:)[to%image] = (0, 1)*this_image()
  end where
  sync all
  if (any(x /= merge(before, 0, m)) .or. any(z /= merge((0, 0), (0, 1)*before, m))) error stop 1
  sync all
  forall (i = 1:4, m(i)) x(i + to%first - 1)[to%image] = i
  sync all
  if (any(x /= [1, 0, 3, 0])) error stop 2
  if (this_image() == 1) print '(a)', 'PASS'
end program
