! conformance: images=1,2,3,5
! feature: coindexed in array constructors
program implied_loops
  implicit none
  integer :: a(4)[*], me, n, i, j, k
  integer, allocatable :: v(:)
  character(3) :: c(2)[*]
  character(:), allocatable :: s
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = me * [1, 2, 3, 4]; c = [character(3) :: 'a' // achar(48 + me), 'xyz']
  sync all
  v = [(a(1)[i], i = 1, n)]
  if (any(v /= [(i, i = 1, n)])) error stop 'over images'
  v = [integer :: a(:)[k], (a(i)[k], a(5 - i)[me], i = 1, 2), [(j, j = 1, a(1)[k])]]
  if (size(v) /= 8 + k .or. v(6) /= 4 * me .or. v(7) /= 2 * k) error stop 'mixed'
  v = [((a(i)[j], i = 1, 4, 3), j = n, 1, -1)]
  if (v(1) /= n .or. v(2 * n) /= 4) error stop 'nested'
  s = c(1)[k](1:2) // trim(c(2)[k](2:)) // repeat(c(1)[k](1:1), a(1)[k])
  if (s /= 'a' // achar(48 + k) // 'yz' // repeat('a', k)) error stop 'characters'
  if (any(reshape([(a(:)[i], i = 1, n)], [4, n], order=[1, 2]) /= reshape([((i * j, j = 1, 4), i = 1, n)], [4, n]))) error stop 'reshape'
  if (me == 1) print '(a)', 'PASS'
end program
