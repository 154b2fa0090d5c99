! conformance: images=1,2,3
! feature: CO_REDUCE with an internal procedure
! The operation refers to what the procedure around it has: it is called by code that the compiler makes
! on the stack (F2018 16.9.49, 15.4.2.2).
module operations
  implicit none
contains
  subroutine other(s)
    integer, intent(in) :: s
    integer :: y, n
    n = num_images()
    y = this_image()
    call co_reduce(y, op)
    if (y /= n*(n+1)/2 + (n-1)*s) error stop 'FAIL host''s host'
  contains
    pure integer function op(a, b)
      integer, intent(in) :: a, b
      op = a + b + s
    end function
  end subroutine
end module
program internal_operation
  use operations
  implicit none
  call other(5)
  if (this_image() == 1) print '(a)', 'PASS'
end program
