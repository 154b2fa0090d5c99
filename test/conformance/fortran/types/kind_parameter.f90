! conformance: images=1,2,3,5
! feature: parameterized derived types
program kind_parameter
  implicit none
  type :: pair(k)
    integer, kind :: k = 4
    integer(k) :: i = 7
    real :: x(2) = [1.0, 2.0]
  end type
  type(pair) :: a[*]
  type(pair(8)), allocatable :: b(:)[:]
  integer :: me, n, k
  me = this_image(); n = num_images(); k = mod(me, n) + 1
  allocate (b(3)[*])
  if (a%i /= 7 .or. any(b%i /= 7)) error stop 'default initialisation'
  a%i = me; b%i = me * 10000000000_8
  sync all
  if (a[k]%i /= k .or. a[k]%x(2) /= 2.0) error stop 'a'
  if (any(b(2:3)[k]%i /= k * 10000000000_8) .or. kind(b(1)[k]%i) /= 8) error stop 'b'
  sync all
  a[k] = pair(4)(-me, [0.0, 1.0])
  b(3)[k]%x = [9.0, 8.0]
  sync all
  if (a%i /= -(modulo(me - 2, n) + 1) .or. a%x(2) /= 1.0 .or. any(b(3)%x /= [9.0, 8.0])) error stop 'put'
  if (me == 1) print '(a)', 'PASS'
end program
