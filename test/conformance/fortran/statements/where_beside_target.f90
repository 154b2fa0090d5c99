! conformance: images=1,2,3
! feature: WHERE with an allocatable component and subscripts with TARGET
! No pointer is to an allocatable component of a variable without TARGET: what the construct defines
! is not what its subscripts refer to.
program where_beside_target
  implicit none
  type :: holder
    integer, allocatable :: x(:)[:]
  end type
  type(holder), save :: h
  integer, target, save :: y(5)[*]
  integer :: k, me, n
  me = this_image(); n = num_images(); k = 1 + mod(me, n)
  allocate (h%x(5)[*])
  h%x = [1, 2, 3, 4, 5]
  y = [k, 0, 0, 0, 0]
  sync all
  where (mod(h%x(:)[sum(y(1:4)[me])], 2) == 0)
    h%x(:)[sum(y(1:4)[me])] = 3*me
  elsewhere
    h%x(:)[sum(y(1:4)[me])] = 5*me
  end where
  sync all
  k = 1 + mod(me + n - 2, n)
  if (any(h%x /= [5, 3, 5, 3, 5]*k)) error stop 'values'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
