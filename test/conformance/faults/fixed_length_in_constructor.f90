! In a structure constructor, a variable of fixed character length for a component of deferred
! length. gfortran 13 ends by an internal error (gimplify_var_or_parm_decl), 12 and 14 are right.
program fixed_length_in_constructor
  implicit none
  type :: leaf
    character(:), allocatable :: s
    character(3) :: f = 'fff'
  end type
  type(leaf) :: a(2), one
  one = leaf(s=a(2)%f)
  if (len(one%s) /= 3) error stop 'FAIL length'
  if (one%s /= 'fff') error stop 'FAIL value'
  print '(a)', 'PASS'
end program
