! feature: diagnostics
! A procedure by MODULE PROCEDURE hides the name of the type of its dummy argument, which the
! interface body alone declares.
module hidden_type_m
  implicit none
  type vec
    real :: x = 0
  end type
  interface
    module subroutine work(v)
      type(vec), intent(inout) :: v[*]
    end subroutine
    module subroutine fine(v)
      type(vec), intent(inout) :: v[*]
    end subroutine
  end interface
end module
submodule (hidden_type_m) hidden_type_s
contains
  module procedure work
    ! expect-error: C0239
    integer :: vec
    vec = 1
    v[vec]%x = 2
  end procedure
  module procedure fine
    integer :: i
    i = 1
    v[i]%x = 2
  end procedure
end submodule
program p
  use hidden_type_m
  implicit none
  type(vec) :: v[*]
  call work(v)
  call fine(v)
end program
