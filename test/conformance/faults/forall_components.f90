! FORALL evaluates all right sides before it defines anything (F2018 10.2.4.2.4). Here both sides are
! pointer components of different types that have the same target.
! gfortran 15 and 16 are wrong, 12 to 14 are right.
program forall_components
  implicit none
  type :: left
    integer, pointer :: p(:)
  end type
  type :: right
    integer, pointer :: p(:)
  end type
  integer, target :: a(4)
  integer :: i
  type(left) :: l
  type(right) :: r
  a = [1, 2, 3, 4]
  l%p => a(2:4)
  r%p => a(1:3)
  forall (i=1:3) l%p(i) = r%p(i)
  if (any(a /= [1, 1, 2, 3])) error stop 'FAIL'
  print '(a)', 'PASS'
end program
