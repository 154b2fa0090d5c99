! feature: diagnostics: image control
module m
  implicit none
  integer :: x[*], a(3)[*]
  type t
    integer, pointer :: p => null()
  end type
  type, extends(t) :: t2
    integer :: i = 0
  end type
  type(t2) :: linked[*]
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
  pure subroutine q(k, y)
    integer, intent(in) :: k
    type(t2), intent(out) :: y
    y%i = linked[k]%i
    ! expect-error: pointer component 'p'
    y = linked[k]
  end subroutine q
  elemental integer function e(k)
    integer, intent(in) :: k
    e = k
    ! expect-error: pure
    sync memory
  end function e
end module m
