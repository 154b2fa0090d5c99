! An assumed-rank dummy argument has lower bounds of 1 (F2018 15.5.2.4), whatever the actual
! argument is. In SELECT RANK gfortran 12 gives those of its temporary where that is an expression:
! 0. Element x(1) is the second one then.
program select_rank_of_expression
  implicit none
  integer :: a(3) = [1, 2, 3]
  call s(a + 1)
  print '(a)', 'PASS'
contains
  subroutine s(x)
    integer, intent(in) :: x(..)
    select rank (x)
    rank (1)
      if (lbound(x, 1) /= 1 .or. x(1) /= 2) error stop 'FAIL lower bound'
    end select
  end subroutine
end program
