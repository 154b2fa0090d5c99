! feature: diagnostics: declarations
module m
  implicit none
contains
  function f(x)
    integer, intent(in) :: x
    ! expect-error: function
    integer :: f[*]
    f = x
  end function f
end module m
