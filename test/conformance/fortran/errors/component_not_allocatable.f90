! feature: diagnostics: declarations
module m
  implicit none
  type t
    ! expect-error: allocatable
    real :: x(3)[*]
    integer :: n
  end type t
end module m
