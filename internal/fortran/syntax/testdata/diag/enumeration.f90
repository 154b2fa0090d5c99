! Only the enumeration type is refused, not the declarations behind it.
program enumeration
  implicit none
  enumeration type :: colour
    enumerator :: red, green
  end enumeration type
  type(colour) :: c
  integer :: k
  k = 1
  integer :: late
end program
