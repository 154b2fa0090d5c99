module comm
  use kinds, only: wp
  use mesh, only: left, right
  implicit none
contains
  subroutine exchange(f, shift)
    real(wp), intent(inout) :: f(0:)[*]
    integer, intent(in), optional :: shift
    integer :: n, s
    s = 0
    if (present(shift)) s = shift
    n = size(f) - 2
    sync all
    f(0)[right] = f(n) + s
    f(n + 1)[left] = f(1) + s
    sync all
  end subroutine exchange
end module comm
