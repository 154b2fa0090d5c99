! conformance: images=2
! feature: array constructors in subscripts
! A subscript of a coindexed object has an array constructor, and the same coarray stands on the
! other side.
program constructor_in_subscript
  implicit none
  integer, save :: w(3, 3)[*]
  integer :: j, k, me, other, lx(3), l(2)
  me = this_image()
  other = 3 - me
  k = 2
  w = reshape([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3])
  sync all
  w(2:3, k) = w(1:2, maxval([1, k]))[me]
  if (any(w(:, 2) /= [4, 4, 5])) error stop 'assignment'
  sync all
  w(2:3, 1)[other] = w(1:2, sum([k, 1]))[image_index(w, [other])]
  sync all
  if (any(w(:, 1) /= [1, 7, 8])) error stop 'put and get'
  sync all
  where (w(2:3, 1) > 0) w(2:3, k)[me] = w(1:2, maxval([3, k]))[me]
  if (any(w(:, 2) /= [4, 7, 8])) error stop 'WHERE'
  sync all
  lx = [3, 1, 2]
  l = [(maxval(w([lx(k), 2], k)[image_index(w, [other])]) + j, j = 1, 2)]
  if (any(l /= [8, 9])) error stop 'in an implied DO, with a vector subscript'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
