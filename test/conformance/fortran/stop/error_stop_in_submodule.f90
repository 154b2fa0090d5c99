! conformance: images=1,2,3
! feature: submodules
! ERROR STOP in a module and in its submodule.
module p
  implicit none
  interface
    module subroutine s(i)
      integer, intent(in) :: i
    end subroutine
  end interface
contains
  subroutine t(i)
    integer, intent(in) :: i
    if (i < 0) error stop
  end subroutine
end module
submodule (p) q
contains
  module procedure s
    if (i < 0) error stop
  end procedure
end submodule
program m
  use p
  call s(1)
  if (this_image() == 1) print '(a)', 'PASS'
end program
