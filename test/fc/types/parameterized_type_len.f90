! A type with a LEN parameter.
module m
  implicit none
  type :: b(n)
    integer, len :: n
    real :: a(n)
  end type
  integer :: k[*]
end module
program p
  use m
  implicit none
  type(b(3)) :: x
  x%a = this_image()
  k = int(sum(x%a))
  sync all
  if (this_image() == num_images()) print *, k[1]
end program
