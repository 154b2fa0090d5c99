! conformance: images=1,2,3
! feature: conditional expressions (F2023 10.1.4)
! An operand that is not chosen may be of an absent coarray, also where a second conditional
! expression of the statement has a condition that makes views stale.
module m
  implicit none
  integer :: calls = 0
contains
  integer function g(n)
    integer, intent(in) :: n
    integer, allocatable :: w(:)[:]
    calls = calls + 1
    allocate (w(n)[*])
    w = n
    g = w(n)
  end function
  subroutine s(k, b, a)
    integer, intent(in) :: k
    integer, intent(in) :: b(4)[*]
    integer, intent(in), optional :: a(:)[*]
    integer :: r
    r = ( g(2) == 1 ? a(1)[k] : b(1)[k] ) + ( g(1) == 1 ? 1 : 2 )
    if (r /= 8) error stop 'absent'
    if (.not. present(a)) return
    r = ( g(2) == 2 ? a(1)[k] : b(1)[k] ) + ( g(1) == 1 ? 1 : 2 ) + a(2)[k]
    if (r /= 3) error stop 'present'
  end subroutine
end module
program conditional_absent
  use m
  implicit none
  integer, allocatable :: a(:)[:], b(:)[:], c(:)[:]
  real :: w(2, 2), norms(2)
  integer :: me, k, r
  me = this_image()
  k = 1
  allocate (b(4)[*], c(2)[*])
  b = 7 * me
  c = me
  sync all
  r = ( g(2) == 1 ? a(1)[k] : b(1)[k] ) + ( g(1) == 1 ? 1 : 2 )
  if (r /= 8) error stop 'not allocated'
  r = ( g(2) == 1 ? a(1)[k] : ( g(1) == 1 ? b(2)[k] : a(2)[k] ) ) + ( g(1) == 1 ? 1 : 2 ) + b(1)[k]
  if (r /= 15) error stop 'nested'
  call s(k, b)
  call s(k, b, c)
  w = 1
  norms = ( k > 0 ? norm2(w, 1) : norm2(w, 2) )
  if (any(abs(norms - sqrt(2.)) > 1e-6)) error stop 'array'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
