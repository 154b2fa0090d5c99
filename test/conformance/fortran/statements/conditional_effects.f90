! conformance: images=1,2,3
! feature: conditional expressions whose conditions are functions with effects
! The condition's function changes the team and allocates a coarray. What the statement refers to is
! found behind it, too. A subscript that is evaluated once may have the value of the expression.
program conditional_effects
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type h
    integer, allocatable :: x(:)
    integer, pointer :: p(:) => null()
  end type
  type(h), save :: o[*]
  integer, save :: a(5)[*], b(5)[*]
  integer :: z(5), t, me, k, calls, list(3)
  calls = 0
  me = this_image(); k = 1 + mod(me, num_images())
  allocate (o%x(5), o%p(3))
  o%x = [1, 2, 3, 4, 5]*me; o%p = [7, 8, 9]*me
  a = [1, 2, 3, 4, 5]*me; b = 10*a; z = 9; t = 3; list = [3, 1, 2]
  sync all

  ! components on both sides of it
  z(1) = o[k]%x(3) + ( f(t) > 5 ? a(1) : a(2)[k] ) + o[k]%x(2)
  if (z(1) /= 7*k) error stop 'pointer'
  z(1:3) = o[k]%x(1:3) + ( f(t) > 2 ? o[k]%p(1:3) : a(2:4)[k] ) + o[k]%p
  if (any(z(1:3) /= k*[15, 18, 21])) error stop 'pointers'
  sync all

  ! subscripts and cosubscripts
  a(( f(t) > 1 ? 2 : 3 ))[me] = 77
  if (a(2) /= 77) error stop 'subscript'
  a(( f(t) > 1 ? 2 : 3 ):4)[me] = a(1:3)[me]
  if (any(a /= [me, me, 77, 3*me, 5*me])) error stop 'bound'
  a(2)[( f(t) > 1 ? me : 1 )] = 2*me
  if (a(2) /= 2*me) error stop 'cosubscript'
  sync all
  a(1:4)[( f(t) > 1 ? me : 1 )] = b(1:4)[k]
  if (any(a(1:4) /= [10, 20, 30, 40]*k)) error stop 'copy'
  a(1:4)[me] = b(( f(t) > 1 ? 2 : 1 ):5)[k]
  if (any(a(1:4) /= [20, 30, 40, 50]*k)) error stop 'section'
  a(list(( f(t) > 1 ? 2 : 1 ):3))[me] = b(1:2)[k]
  if (any(a(1:4) /= [10, 20, 40, 50]*k)) error stop 'vector subscript'
  sync all

  ! conditions in cosubscripts and in operands
  z(1) = b(1)[( f(t) > 2 ? k : 99 )] + ( f(t) > 1 ? ( f(t) > 7 ? a(77)[k] : b(2)[k] ) + b(3) : &
    o[99]%x(8) ) + b(4)[k]
  if (z(1) /= 70*k + 30*me) error stop 'operand'
  if (f(t) > 1 .and. b(( f(t) > 1 ? 1 : 99 ))[k] == 10*k) z(1) = 5
  if (z(1) /= 5) error stop 'IF'
  do while (( f(t) > 2 ? b(1)[k] : b(2)[99] ) == 10*k .and. z(1) < 9)
    z(1) = z(1) + ( f(t) > 1 ? b(1)[k] - b(1)[k] + 1 : 77 )
  end do
  if (z(1) /= 9) error stop 'DO WHILE'
  call check(( f(t) > 1 ? b(1)[k] : 3 ), b(2)[k], o[k]%x(1))
  if (calls /= 23) error stop 'each condition once'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(i, j, l)
    integer, intent(in) :: i, j, l
    if (i /= 10*k .or. j /= 20*k .or. l /= k) error stop 'arguments'
  end subroutine
  integer function f(n)
    integer, intent(in) :: n
    type(team_type) :: odd
    integer, allocatable :: q(:)[:]
    integer :: s
    form team (1 + mod(me, 2), odd)
    change team (odd)
      s = a(1)[this_image()] + b(1)[this_image()] + o[this_image()]%x(1)
    end team
    allocate (q(1000)[*])
    q = s
    deallocate (q)
    calls = calls + 1
    f = n
  end function
end program
