! conformance: images=1,2,3,5
! feature: coindexed reference, array
! Copies of sections whose image, or a subscript, is a function of an array constructor, which is
! evaluated in front: of static and allocatable coarrays, to and from another image, with a
! stride, whole rows, of other types.
program image_of_function
  implicit none
  integer :: z(5,5)[0:*], near[*], k, l(5), me, n, right
  real(8) :: r(4)[*], s(4)
  integer, allocatable :: a(:)[:]
  me = this_image(); n = num_images(); right = mod(me, n) + 1; k = 0
  allocate (a(5)[*])
  z = 0; a = 0; r = 0
  near = right
  l = [(10*me + k, k = 1, 5)]
  s = me + [0.25d0, 0.5d0, 0.75d0, 1d0]
  sync all
  z(2, 4:5)[image_index(near, [near]) - 1] = l(2:3)
  z(1:5:2, 1)[image_index(near, [near]) - 1] = l(1:3)
  z(:, minval([3, k + 10, 4]))[right - 1] = l
  a(1:2)[image_index(near, [near])] = l(4:5)
  a(maxval([k - 100, 3]):5)[image_index(near, [near])] = l(1:3)
  r(:)[image_index(near, [near])] = s
  sync all
  k = mod(me + n - 2, n) + 1
  if (any(z(2, 4:5) /= 10*k + [2, 3])) error stop 1
  if (any(z(1:5:2, 1) /= 10*k + [1, 2, 3])) error stop 2
  if (any(z(:, 3) /= 10*k + [1, 2, 3, 4, 5])) error stop 3
  if (any(a /= 10*k + [4, 5, 1, 2, 3])) error stop 4
  if (any(r /= k + [0.25d0, 0.5d0, 0.75d0, 1d0])) error stop 5
  l = 0; s = 0
  l(2:3) = z(2, 4:5)[image_index(near, [near]) - 1]
  if (any(l /= [0, 10*me + 2, 10*me + 3, 0, 0])) error stop 6
  l = a(:)[image_index(near, [near])]
  if (any(l /= 10*me + [4, 5, 1, 2, 3])) error stop 7
  s(1:4:3) = r(1:4:3)[image_index(near, [near])]
  if (any(s /= [me + 0.25d0, 0d0, 0d0, me + 1d0])) error stop 8
  sync all
  if (me == 1) print '(a)', 'PASS'
end program image_of_function
