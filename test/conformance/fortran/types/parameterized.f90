! conformance: images=1,2,3,5
! feature: parameterized derived types
program parameterized
  implicit none
  type :: vec(k, n)
    integer, kind :: k = kind(1.0)
    integer, len :: n = 3
    real(k) :: v(n)
  end type
  type(vec(n=4)) :: a[*]
  type(vec(kind(1d0), 2)) :: b(2)[*]
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  a%v = me * [1.0, 2.0, 3.0, 4.0]
  b(1)%v = me; b(2)%v = -me
  sync all
  if (a[k]%v(3) /= 3 * k .or. sum(a[k]%v(1:2)) /= 3 * k) error stop 'a'
  if (b(2)[k]%v(1) /= -k) error stop 'b'
  if (a%n /= 4 .or. b%k /= kind(1d0)) error stop 'parameters'
  sync all
  a[k]%v(4) = 0.5
  sync all
  if (a%v(4) /= 0.5 .or. a%v(1) /= me) error stop 'put'
  if (me == 1) print '(a)', 'PASS'
end program
