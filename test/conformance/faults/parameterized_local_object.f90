! A local object of a type with a length parameter has an allocatable component, which is not
! allocated in the beginning. gfortran 12 gives it whatever the stack holds.
module parameterized_local_object_m
  implicit none
  type :: holder(n)
    integer, len :: n
    real, allocatable :: x(:)
  end type
contains
  subroutine use_it(good)
    logical, intent(out) :: good
    type(holder(2)) :: h
    good = .not. allocated(h%x)
  end subroutine
  subroutine leave_values(k)
    integer, intent(in) :: k
    integer :: a(400), i
    do i = 1, 400
      a(i) = k + i
    end do
    if (sum(a) < 0) print *, a
  end subroutine
end module
program parameterized_local_object
  use parameterized_local_object_m
  implicit none
  logical :: first, second
  call leave_values(7)
  call use_it(first)
  call leave_values(70)
  call use_it(second)
  if (first .and. second) print '(a)', 'PASS'
end program
