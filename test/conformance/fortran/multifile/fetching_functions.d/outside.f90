pure integer function outside(i)
  use shared
  implicit none
  integer, intent(in) :: i
  outside = 10*a(6-i)[other]
end function
