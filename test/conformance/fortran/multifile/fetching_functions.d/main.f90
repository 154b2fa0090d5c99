! conformance: images=2
! feature: functions that fetch what WHERE and FORALL define
! All right sides are evaluated before anything is defined (F2018 10.2.3.2, 10.2.4.2.4), also where
! only the body of a function tells that there is a dependence, and where that body stands in
! another file.
! files: shared.f90 outside.f90 main.f90
program main
  use shared
  implicit none
  interface
    pure integer function outside(i)
      integer, intent(in) :: i
    end function
  end interface
  integer, parameter :: first(5) = [1, 2, 3, 4, 5], all_new(5) = [50, 40, 30, 20, 10]
  integer :: i, j, round
  other = 3 - this_image()
  do i = 1, 5
    t(i) = pair(i, real(i))
    write (c(i), '(i3)') i
  end do
  b = first
  sync all

  if (this_image() == 1) then
    do round = 1, 2
      a(:)[other] = first
      forall (i = 1:5) a(i)[other] = of_a(i)
      call check('forall', a(:)[other], all_new)
      a(:)[other] = first
      forall (i = 5:1:-1) a(i)[other] = through(i)
      call check('forall by two functions', a(:)[other], all_new)
      a(:)[other] = first
      forall (i = 1:5) a(i)[other] = outside(i)
      call check('external', a(:)[other], all_new)
      a(:)[other] = first
      forall (i = 1:5, mod(i, 2) == 1)
        a(i)[other] = of_a(i)
      end forall
      call check('construct with a mask', a(:)[other], [50, 2, 30, 4, 10])
      a(:)[other] = first
      forall (i = 1:5, odd(i)) a(i)[other] = of_a(i) + b(i)[other]
      call check('mask that fetches', a(:)[other], [51, 2, 33, 4, 15])
      a(:)[other] = first
      forall (i = 1:2, j = 0:1) a(2*i - j)[other] = of_a(2*i - j)
      call check('two indices', a(:)[other], [50, 40, 30, 20, 5])
    end do
    a(:)[other] = first
    where (first > 1) a(:)[other] = through([1, 2, 3, 4, 5])
    call check('where', a(:)[other], [1, 40, 30, 20, 10])
    a(:)[other] = first
    where (odd([1, 2, 3, 4, 5]))
      a(:)[other] = through([1, 2, 3, 4, 5])
    end where
    call check('where construct', a(:)[other], [50, 2, 30, 4, 10])
    a(:)[other] = first
    where (first > 1) a(5:1:-1)[other] = a(:)[other] + through([1, 2, 3, 4, 5])
    call check('where with both', a(:)[other], [15, 24, 33, 42, 5])
    a(:)[other] = first
    where (first > 3)
      a(:)[other] = of_b(first)
    elsewhere (first > 1)
      a(:)[other] = -of_b(first)
    end where
    call check('function of another coarray', a(:)[other], [1, -400, -300, 200, 100])
    a(:)[other] = first
    forall (i = 1:5)
      b(i) = of_a(i)
      a(i)[other] = b(i)
    end forall
    call check('function in front', a(:)[other], all_new)
    forall (i = 1:5) t(i)[other] = of_t(i)
    call check('structures', t(:)[other]%n, [5, 4, 3, 2, 1])
    where (first < 5) c(:)[other] = of_c(first)
    if (any(c(:)[other] /= ['  5', '  4', '  3', '  2', '  5'])) error stop 'characters'
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, is, want)
    character(*), intent(in) :: what
    integer, intent(in) :: is(:), want(:)
    if (all(is == want)) return
    print '(2a,5i5,a,5i5)', 'FAIL ', what, is, ' in place of', want
    error stop 1
  end subroutine
end program main
