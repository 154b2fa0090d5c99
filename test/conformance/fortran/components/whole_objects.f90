! conformance: images=1,2,3,5,8
! feature: allocatable components of coindexed objects
! Whole objects, sections, vector subscripts and constructors of objects with allocatable components.
program whole
  implicit none
  type t
    integer, allocatable :: a(:)
    integer :: n = 0
  end type
  type(t) :: x[*], y, z(3)[*]
  type(t) :: w(3)
  integer :: me, n, k, i
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  x%a = [(i, i = 1, me)]; x%n = me
  do i = 1, 3
    z(i)%a = [me, i]
  end do
  sync all
  y = x[k]
  if (size(y%a) /= k .or. y%n /= k) error stop 'FAIL'
  w = z(:)[k]
  if (w(3)%a(1) /= k .or. w(3)%a(2) /= 3) error stop 'FAIL 2'
  w(1:2) = z([3,1])[k]
  if (w(1)%a(2) /= 3 .or. w(2)%a(2) /= 1) error stop 'FAIL 3'
  w = [(z(i)[k], i = 3, 1, -1)]
  if (w(1)%a(2) /= 3) error stop 'FAIL 4'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
