! In a structure constructor, a substring of a component of deferred length, whose bounds are no
! constants. gfortran 13 takes its length before that is evaluated; 12 and 14 are right.
program substring_in_constructor
  implicit none
  type :: leaf
    character(:), allocatable :: s
  end type
  type(leaf) :: one, other
  integer :: k
  other%s = 'b1111'
  k = 3
  one = leaf(s=other%s(:k))
  if (len(one%s) /= 3) error stop 'FAIL length'
  if (one%s /= 'b11') error stop 'FAIL value'
  print '(a)', 'PASS'
end program
