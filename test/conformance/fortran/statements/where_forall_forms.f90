! conformance: images=1,2,3,5
! feature: coindexed in where and forall
program where_forall_forms
  implicit none
  integer :: a(6)[*], b(6), w(3,3), m(3,3)[*], me, n, k, left, i, j
  logical :: mask(6)[*]
  me = this_image(); n = num_images(); k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = [(me * 10 + i, i = 1, 6)]; mask = mod(a, 2) == 0; b = 0; m = me
  sync all
  where (mask(:)[k]) b = a(:)[k]
  if (any(b /= merge([(k * 10 + i, i = 1, 6)], 0, [(mod(i, 2) == 0, i = 1, 6)]))) error stop 'where statement'
  where (a(:)[k] > k * 10 + 4)
    b = 1
  elsewhere (a(6:1:-1)[k] > k * 10 + 4)
    b = a(1)[k]
  elsewhere
    b = -a(:)[k]
  end where
  if (any(b /= [k * 10 + 1, k * 10 + 1, -k * 10 - 3, -k * 10 - 4, 1, 1])) error stop 'where construct'
  sync all
  where (b == 1) a(:)[k] = 0
  sync all
  if (a(4) /= me * 10 + 4 .or. any(a(5:6) /= 0)) error stop 'masked put'
  sync all
  forall (i = 1:3, j = 1:3, i /= j) m(i, j)[k] = i * 10 + j + 100 * me
  sync all
  if (m(1, 1) /= me .or. m(3, 2) /= 32 + 100 * left) error stop 'forall statement'
  sync all
  outer: forall (i = 1:3)
    where (m(i, :) > 50) w(i, :) = m(i, :)[k]
    forall (j = 1:2) b(2 * (i - 1) + j) = m(j, j)[k] + i
  end forall outer
  if (b(6) /= k + 3) error stop 'forall construct'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
