! feature: diagnostics: other coarray errors
! A body in the short form that cannot be written in the long one: a name of the interface's declarations means something else in the submodule.
module short_form
  implicit none
  integer, parameter :: n = 3
  abstract interface
    subroutine op_i(a)
      integer, intent(inout) :: a(:)[*]
    end subroutine
  end interface
  interface
    module subroutine s(c, op)
      integer, intent(inout) :: c(n)[*]
      procedure(op_i) :: op
    end subroutine
  end interface
end module
submodule (short_form) other
  implicit none
  integer, parameter :: n = 4
contains
  ! expect-error: the body of 's' cannot be in the short form
  module procedure s
    call op(c)
  end procedure
end submodule
