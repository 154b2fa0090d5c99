module boxes
  implicit none
  integer :: box(3)[*] = 1
contains
  subroutine twice(x, k)
    integer, intent(inout) :: x[*]
    integer, intent(in) :: k
    x[k] = x[k] * 2
  end subroutine twice
end module boxes
