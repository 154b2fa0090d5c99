! feature: diagnostics: declarations
module m
  implicit none
contains
  ! expect-error: value
  subroutine by_value(x); integer, value :: x[*]; print *, x; end subroutine by_value
  ! expect-error: intent(out)
  subroutine out(a); real, allocatable, intent(out) :: a(:)[:]; allocate (a(2)[*]); end subroutine out
end module m
