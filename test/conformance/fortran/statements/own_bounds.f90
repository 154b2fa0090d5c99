! conformance: images=1,2,3
! feature: overlap of both sides on the same image
! Bounds of a coarray, where a statement refers to it with and without an image selector.
program own_bounds
  implicit none
  integer :: b(0:4)[*], y(0:4), i, me
  me = this_image()
  b = [0,1,2,3,4]
  sync all
  b(lbound(b,1)+1:) = b(lbound(b,1):ubound(b,1)-1)[me]
  if (any(b /= [0,0,1,2,3])) error stop 'lbound'
  b = [0,1,2,3,4]
  where (b(0:4)[me] > 1) b(lbound(b,1):) = 9
  if (any(b /= [0,1,9,9,9])) error stop 'where lbound'
  b = [0,1,2,3,4]
  forall (i=lbound(b,1):ubound(b,1), b(4-i)[me] > 1) b(i) = i*10
  if (any(b /= [0,10,20,3,4])) error stop 'forall'
  b = [0,1,2,3,4]
  where (b(0:4)[me] > 1) b = f(b)
  if (any(b /= [0,1,3,4,5])) error stop 'elemental'
  b = [0,1,2,3,4]
  where (b(0:4)[me] > maxval(b) - 3 .and. maxloc(b, 1) == 5) b = size(b)
  if (any(b /= [0,1,5,5,5])) error stop 'inquiry'
  sync all
  if (me == 1) print '(a)', 'PASS'
contains
  elemental integer function f(x)
    integer, intent(in) :: x
    f = x + 1
  end function
end program
