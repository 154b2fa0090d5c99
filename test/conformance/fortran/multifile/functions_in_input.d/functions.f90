module functions
  implicit none
  integer :: counted = 1
contains
  pure integer function same(i)
    integer, intent(in) :: i
    same = i
  end function same
  pure integer function reading(i)
    integer, intent(in) :: i
    reading = i + counted - 1
  end function reading
  pure integer function of_common(i)
    integer, intent(in) :: i
    integer :: n
    common /counts/ n
    of_common = i + n
  end function of_common
end module functions
