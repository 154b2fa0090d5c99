! conformance: images=1,2,3
! feature: conditional expressions
! Of a conditional expression (F2023 10.1.2.3) only the chosen operand is evaluated: an operand that
! is not may name an image or a coarray that does not exist.
module conditional_expressions_m
  implicit none
  integer :: calls = 0
contains
  integer function counted(n)
    integer, intent(in) :: n
    calls = calls + 1
    counted = n
  end function
  subroutine check(n, want)
    integer, intent(in) :: n, want
    if (n /= want) error stop 'argument'
  end subroutine
  integer function twice(n)
    integer, intent(in) :: n
    twice = 2*n
  end function
end module

program conditional_expressions
  use conditional_expressions_m
  implicit none
  type :: pair
    integer :: n
    real, allocatable :: r(:)
  end type
  integer, save :: x(3)[*], n[*]
  character(5), save :: c[*]
  type(pair), save :: s[*]
  integer, allocatable :: none(:)[:]
  integer :: me, k, i, y, v(3), total
  character(:), allocatable :: text
  type(pair) :: p
  complex :: z
  logical :: last
  me = this_image()
  k = 1 + mod(me, num_images())
  last = me == num_images()
  x = [1, 2, 3]*me
  n = me
  c = 'abcde'
  s%n = me
  allocate (s%r(2), source=real(me))
  sync all

  y = ( last ? -1 : n[me + 1] )          ! there is no image me + 1 on the last one
  if (last .and. y /= -1 .or. .not. last .and. y /= me + 1) error stop 'neighbour'
  y = 2*( me > 99 ? x(1)[99] : allocated(none) ? none(1)[k] : x(2)[k] ) + 1
  if (y /= 4*k + 1) error stop 'three operands'
  v = ( me > 0 ? x(:)[k] : x ) + 1
  if (any(v /= [1, 2, 3]*k + 1)) error stop 'array'
  text = ( last ? c[k](2:3) : c[k] ) // '!'
  if (text /= merge('bc!   ', 'abcde!', last)) error stop 'characters'
  z = ( last ? (1., 2.) : cmplx(n[k], 0.) )
  if (z /= merge((1., 2.), cmplx(k, 0.), last)) error stop 'complex'
  p = ( me > 0 ? s[k] : s )
  if (p%n /= k .or. any(p%r /= k)) error stop 'structure'
  y = ( me > 99 ? x(counted(1))[k] : n[k] )
  if (calls /= 0 .or. y /= k) error stop 'no call'
  y = ( me > 0 ? x(counted(2))[k] : n[k] )
  if (calls /= 1 .or. y /= 2*k) error stop 'one call'
  y = n[( last ? 1 : me + 1 )]
  if (y /= k) error stop 'cosubscript'
  y = ( n[k] == k ? x(1)[k] : 0 ) + n[k] + x(1)[k]
  if (y /= 3*k) error stop 'what is fetched twice'
  y = ( n[k] /= k ? x(3)[k] : 0 ) + x(3)[k]
  if (y /= 3*k) error stop 'what was not fetched'
  y = ( ( me > 0 ? last : .not. last ) ? 1 : ( last ? 2 : 3 ) )
  if (y /= merge(1, 3, last)) error stop 'nested'

  if (( last ? .true. : n[me + 1] == me + 1 )) then
    y = 1
  else if (( last ? n[99] : n[me + 1] ) > 0) then
    error stop 'if'
  end if
  if (.not. last) y = ( y == 1 ? n[me + 1] : n[99] )
  if (y /= merge(1, me + 1, last)) error stop 'action'
  select case (( last ? 0 : n[me + 1] ))
  case (0)
    if (.not. last) error stop 'select'
  case default
    if (last) error stop 'select'
  end select
  total = 0
  do i = 1, ( last ? 2 : n[me + 1] )
    total = total + ( i == 1 ? x(1)[k] : i == 2 ? x(2)[k] : x(3)[k] )
  end do
  if (total /= merge(3*k, merge(3*k, 6*k, me + 1 == 2), last)) error stop 'do'
  i = 0
  do while (( i > 2 ? .false. : x(i + 1)[k] > 0 ))
    i = i + 1
  end do
  if (i /= 3) error stop 'do while'
  call check(( last ? 5 : n[me + 1] ), merge(5, me + 1, last))
  y = twice(( last ? 5 : n[me + 1] ))
  if (y /= 2*merge(5, me + 1, last)) error stop 'function'
  write (text, '(i0)') ( last ? 5 : n[me + 1] )
  if (text(1:1) /= achar(48 + merge(5, me + 1, last))) error stop 'write'
  sync all
  x(( last ? 1 : 2 ))[k] = ( last ? 70 : 80 )
  sync all
  if (x(merge(1, 2, me == 1)) /= merge(70, 80, me == 1)) error stop 'left side'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
