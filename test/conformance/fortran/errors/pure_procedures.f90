! feature: diagnostics: image control
module m
  implicit none
  integer :: x[*], a(3)[*]
contains
  pure subroutine p(k, y)
    integer, intent(in) :: k
    integer, intent(out) :: y
    character(2) :: text
    text = '7'
    y = x[k]
    ! expect-error: pure
    x[k] = 3
    ! expect-error: pure
    sync all
    ! expect-error: pure
    read (text, *) a(1)[k]
  end subroutine p
  elemental integer function e(k)
    integer, intent(in) :: k
    e = k
    ! expect-error: pure
    sync memory
  end function e
end module m
