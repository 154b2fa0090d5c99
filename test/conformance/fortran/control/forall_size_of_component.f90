! feature: FORALL whose indices stand beside constructors, around sizes of components of other images
! conformance: images=1,3
program p
  implicit none
  type :: b
    integer :: n = 0
  end type
  type(b), save :: bb(5)[*]
  integer, save :: x[*]
  integer :: l(4), q5, k2, near
  near = 1; k2 = 0
  sync all
  forall (q5 = 1:4) l(q5) = mod(max(k2, size(bb(4:4)[image_index(bb, [near])]%n)) + 3, 997)
  if (any(l /= 4)) error stop 1
  forall (q5 = 1:4) l(q5) = size(bb(4:4)[1]%n)
  if (any(l /= 1)) error stop 2
  print '(a)', 'PASS'
end program
