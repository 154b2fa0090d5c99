! A body in the short form MODULE PROCEDURE has the dummy arguments of its interface (F2018
! 15.6.2.5). gfortran 12 to 16 do not know those behind an alternate return there.
module alternate
  implicit none
  interface
    module subroutine s(*, k)
      integer, intent(in) :: k
    end subroutine
  end interface
end module
submodule (alternate) bodies
contains
  module procedure s
    return k
  end procedure
end submodule
program alternate_return_in_short_form
  use alternate
  implicit none
  call s(*1, 0)
  call s(*2, 1)
1 error stop 'FAIL'
2 print '(a)', 'PASS'
end program
