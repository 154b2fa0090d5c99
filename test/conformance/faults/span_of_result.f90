! An array that the assignment of a transformational function's result has allocated is an argument
! of a BIND(C) procedure. gfortran 12 to 16 leave its span undefined, of which the steps that
! the procedure gets are multiples.
module totals
  use, intrinsic :: iso_c_binding
  implicit none
contains
  integer(c_int) function total(a) bind(c)
    integer(c_int), intent(in) :: a(:)
    total = sum(a)
  end function
end module
program span_of_result
  use totals
  implicit none
  call disturb(99)
  call test()
  print '(a)', 'PASS'
contains
  subroutine disturb(n)
    integer, intent(in) :: n
    integer :: k(4000)
    k = n
    if (sum(k) /= 4000*n) error stop
  end subroutine
  subroutine test()
    integer(c_int), allocatable :: a(:)
    integer(c_int) :: b(5)
    b = [1, 2, 3, 4, 5]
    a = pack(b, b > 2)
    if (total(a) /= 12) error stop 'FAIL'
  end subroutine
end program
