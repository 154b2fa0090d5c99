! conformance: images=1,2,3
! feature: conditional expressions beside a coarray with and without selector
! An assignment that names a coarray locally and by an image selector is written twice, for the case
! that the image is this one. The conditional expression is evaluated once, in front of both.
program conditional_own_image
  implicit none
  integer, save :: a(5)[*], ix(4)[*]
  integer :: z(5), t, me, calls
  me = this_image()
  a = [1, 2, 3, 4, 5]*me; z = 9; t = 3; ix = [4, 3, 2, 1]; calls = 0
  sync all
  z(1:4) = ( t > ix(ix(4))[me] ? a(2:5)[me] + a(1:4) : a(4:1:-1)[me] ) + ix
  if (any(z /= [4*me + 4, 3*me + 3, 2*me + 2, me + 1, 9])) error stop 'first operand'
  z(ix(1:2)) = ( t > ix(ix(3))[me] ? a(ix(4):ix(3))[me] + a(1:2) : a(ix(2):ix(1))[me] )
  if (any(z /= [4*me + 4, 3*me + 3, 4*me, 3*me, 9])) error stop 'subscripts'
  a(1:4)[me] = a(2:5) + ( same(t) > 1 ? a(1:4)[me] : z(1:4) )
  if (any(a /= [3, 5, 7, 9, 5]*me) .or. calls /= 1) error stop 'left side'
  a(2:5) = a(1:4)[me] + ( same(t) > 5 ? a(1:4)[me] : a(5:2:-1) )
  if (any(a /= [3, 8, 14, 14, 14]*me) .or. calls /= 2) error stop 'right side'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  integer function same(n)
    integer, intent(in) :: n
    calls = calls + 1
    same = n
  end function
end program
