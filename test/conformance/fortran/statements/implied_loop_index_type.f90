! conformance: images=1,2,3,5
! feature: coindexed in array constructors
program implied_loop_index_type
  implicit none
  integer :: a(4)[*], me, k
  integer, allocatable :: v(:)
  me = this_image(); k = mod(me, num_images()) + 1
  a = me * [1, 2, 3, 4]
  sync all
  v = [(a(int(j))[k] + a(1)[me], integer(8) :: j = 1, 4)]
  if (any(v /= k * [1, 2, 3, 4] + me)) error stop 'typed index'
  if (me == 1) print '(a)', 'PASS'
end program
