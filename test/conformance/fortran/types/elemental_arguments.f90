! conformance: images=1,2,3,5
! feature: elemental procedures with coindexed arguments
program elemental_arguments
  implicit none
  integer :: a(4)[*], b(4)[*], r(4), me, n, k, i
  real :: x(2,2)[*], y(2,2)
  character(5) :: s(3)[*]
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a = [(me + i, i = 1, 4)]; b = 10 * me; x = me; s = ['ab   ', ' cd  ', 'efghi']
  sync all
  r = twice_plus(a(:)[k], b(:)[k])
  if (any(r /= [(2 * (k + i) + 10 * k, i = 1, 4)])) error stop 'arrays'
  r = twice_plus(a(:)[k], b(1)[me])
  if (r(4) /= 2 * (k + 4) + 10 * me) error stop 'array and scalar'
  y = sqrt(x(:,:)[k] * x(:,:)[k]) + max(x(:,:)[k], x(1,1)[me], 0.5)
  if (any(y /= k + max(k, me))) error stop 'intrinsics'
  if (any(len_trim(s(:)[k]) /= [2, 3, 5]) .or. any(index(s(:)[k], 'd') /= [0, 3, 0])) error stop 'characters'
  if (any(merge(a(:)[k], b(:)[k], mod(a(:)[k], 2) == 0) /= merge([(k + i, i = 1, 4)], 10 * k, mod([(k + i, i = 1, 4)], 2) == 0))) error stop 'merge'
  sync all
  call swap(a(1:2)[k], r(1:2))
  call swap(r(3), b(4)[k])
  sync all
  i = modulo(me - 2, n) + 1
  if (any(a(1:2) /= [2 * (mod(i, n) + 1 + 1) + 10 * i, 2 * (mod(i, n) + 1 + 2) + 10 * i])) error stop 'elemental subroutine'
  if (b(4) /= 2 * (mod(i, n) + 1 + 3) + 10 * i) error stop 'elemental subroutine, scalar'
  if (r(1) /= k + 1 .or. r(3) /= 10 * k) error stop 'swapped'
  if (me == 1) print '(a)', 'PASS'
contains
  elemental integer function twice_plus(p, q)
    integer, intent(in) :: p, q
    twice_plus = 2 * p + q
  end function
  elemental subroutine swap(p, q)
    integer, intent(inout) :: p, q
    integer :: t
    t = p
    p = q
    q = t
  end subroutine
end program
