! conformance: images=1,2,3
! feature: collective subroutines of sections of arrays with deferred character length
! gfortran passes another address for a section that does not begin with the first element.
program deferred_sections
  implicit none
  type box
    character(len=:), allocatable :: w(:)
  end type
  character(len=:), allocatable :: x(:)[:], y(:)
  character(len=:), pointer :: p(:)
  type(box) :: b
  character(len=1) :: mine, last
  integer :: me, n
  me = this_image(); n = num_images()
  mine = achar(iachar('0') + me); last = achar(iachar('0') + n)
  allocate (character(len=4) :: x(0:5)[*], y(3), b%w(4), p(4))
  x = 'ab'//mine//'d'; y = x(0:2); b%w = x(0:3); p = x(0:3)
  call co_broadcast(x(3:2:-1), n)
  if (any(x(2:3) /= 'ab'//last//'d')) error stop 'coarray'
  if (any(x([0, 1, 4, 5]) /= 'ab'//mine//'d')) error stop 'others'
  call co_max(y(2:3))
  if (y(1) /= 'ab'//mine//'d' .or. any(y(2:) /= 'ab'//last//'d')) error stop 'allocatable'
  call co_min(b%w(4:1:-3))
  if (any(b%w(1:4:3) /= 'ab1d') .or. any(b%w(2:3) /= 'ab'//mine//'d')) error stop 'component'
  call co_broadcast(p(4:3:-1), n)
  if (any(p(3:) /= 'ab'//last//'d') .or. any(p(:2) /= 'ab'//mine//'d')) error stop 'pointer'
  if (me == 1) print '(a)', 'PASS'
end program deferred_sections
