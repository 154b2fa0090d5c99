! conformance: images=1,2,3
! feature: pre-standard usage
! Functions without arguments that a type declaration alone makes known, in subscripts and image indices.
module by_type
  integer, save :: a(10)[*]
contains
  subroutine s(t)
    integer :: t
    integer two, first
    a = this_image()
    sync all
    t = a(two())[first()]
    block
      t = t + a(two())[first()]
    end block
    associate (q => a(1))
      t = t + a(two())[first()]
    end associate
    if (a(two())[first()] > 100) t = 7
    t = t + inner()
    sync all
    if (this_image() == num_images()) a(two())[first()] = 8
    sync all
  contains
    integer function inner()
      inner = a(two())[first()]
    end function
  end subroutine
end module
program function_by_type
  use by_type
  implicit none
  integer :: t
  call s(t)
  if (t /= 4) error stop 1
  if (a(2)[1] /= 8) error stop 2
  if (this_image() == 1) print '(a)', 'PASS'
end program
integer function two()
  two = 2
end function
integer function first()
  first = 1
end function
