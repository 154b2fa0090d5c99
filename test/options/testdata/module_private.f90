! options: -fmodule-private
! What is generated for a PUBLIC coarray is public where all else is private; a name of one module does not meet that of another.
module m
  implicit none
  integer, save, public :: z[*]
  integer, save :: hidden[*] = 7
  type, public :: t
    integer, allocatable :: a(:)
  end type
  type(t), save, public :: w[*]
  public :: s
contains
  subroutine s
    z = 2
    if (hidden[this_image()] /= 7 .or. z[this_image()] /= 2) error stop 's'
  end subroutine
end module
module all_public
  implicit none
  public
  integer, save :: seen[*]
end module
program p
  use m
  use all_public
  implicit none
  integer, save :: hidden[*]
  type(t) :: copy
  hidden = 3
  seen = 4
  call s
  w%a = [this_image(), 5]
  sync all
  copy = w[num_images()]
  if (any(copy%a /= [num_images(), 5]) .or. z[num_images()] /= 2 .or. hidden[1] /= 3 .or. seen[1] /= 4) error stop 'p'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
