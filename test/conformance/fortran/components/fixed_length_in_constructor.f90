! conformance: images=1,2,3
! feature: strings of fixed length of other images in structure constructors
module strings
  implicit none
  type :: leaf
    integer :: n = 7
    character(:), allocatable :: s
    character(3) :: f = 'fff'
  end type leaf
end module strings

program fixed_length_in_constructor
  use strings
  implicit none
  type(leaf) :: one
  type(leaf), save :: b[*]
  integer :: k
  k = 1 + mod(this_image(), num_images())
  b%f = 'f' // achar(48 + this_image())
  sync all
  one = leaf(s=b[k]%f)
  if (len(one%s) /= 3) error stop 'length'
  if (one%s /= 'f' // achar(48 + k)) error stop 'value'
  one = leaf(s=b[k]%f(2:))
  if (len(one%s) /= 2) error stop 'length of a substring'
  if (one%s /= achar(48 + k)) error stop 'value of a substring'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program fixed_length_in_constructor
