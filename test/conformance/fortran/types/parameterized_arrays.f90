! conformance: images=1,2,3
! feature: parameterized derived types
! Arrays whose bounds are type parameters, and associate names of them, are operands of collectives
! and are copied. gfortran tells a procedure with BIND(C) that their elements have a distance of 0.
program parameterized_arrays
  implicit none
  type :: grid(n, m)
    integer, len :: n = 3, m = 2
    real :: a(n)
    integer :: b(n, m)
  end type
  type :: state(k, n)
    integer, kind :: k = 4
    integer, len :: n = 2
    real(k) :: u(n), w
    complex(k) :: z(2)
  end type
  type(grid(3, 4)) :: g
  type(state(8, 3)) :: s
  type(state(n=4)) :: r
  real :: x(3)[*]
  integer :: me, n, total
  me = this_image(); n = num_images()
  total = n*(n + 1)/2
  g%a = me*[1, 2, 3]
  call co_sum(g%a)
  if (any(g%a /= total*[1, 2, 3])) error stop 'sum'
  g%b = me
  call co_max(g%b(:,2:3))
  if (any(g%b(:,2:3) /= n) .or. any(g%b(:,1) /= me)) error stop 'max'
  g%b(2,:) = me*[1, 2, 3, 4]
  call co_broadcast(g%b(2,:), n)
  if (any(g%b(2,:) /= n*[1, 2, 3, 4]) .or. g%b(3,4) /= me) error stop 'broadcast'
  associate (z => g%a)
    z = me*[3, 2, 1]
    call co_sum(z(2:), result_image=1)
    if (me == 1 .and. any(z /= [3, 2*total, total])) error stop 'associate'
    z = me*[1, 2, 3]
    sync all
    x(:)[1 + mod(me, n)] = z
    sync all
    if (any(x /= [1, 2, 3]*(1 + mod(me - 2 + n, n)))) error stop 'put'
    z = x(:)[1 + mod(me, n)]
    if (any(z /= me*[1, 2, 3])) error stop 'get'
  end associate
  s%u = me*[1d0, 2d0, 1d-12]
  call co_sum(s%u)
  if (any(abs(s%u - total*[1d0, 2d0, 1d-12]) > 1d-13*total)) error stop 'kind'
  r%u = me*[1, 2, 3, 4]
  call co_sum(r%u(2:))
  if (any(r%u /= [me, 2*total, 3*total, 4*total])) error stop 'default kind'
  s%z = (1, 2)*me
  call co_sum(s%z)
  if (any(s%z /= (1, 2)*total)) error stop 'complex'
  associate (z => s%u)
    z = me
    call co_max(z)
    if (any(z /= n)) error stop 'kind of an associate name'
  end associate
  if (me == 1) print '(a)', 'PASS'
end program
