! options: -std=f2008
! Allocatable coarrays are of Fortran 2008, whatever the generated text is made of.
program p
  implicit none
  type t
    integer, allocatable :: a(:)
  end type
  integer, allocatable :: y(:)[:]
  type(t), allocatable :: d[:]
  type(t) :: copy
  allocate (y(2)[*], d[*])
  y = this_image()
  allocate (d%a(this_image()))
  d%a = this_image()
  sync all
  copy = d[num_images()]
  if (y(2)[num_images()] /= num_images() .or. sum(copy%a) /= num_images()**2) error stop
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
