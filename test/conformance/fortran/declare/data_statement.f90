! conformance: images=1,2,3,5
! feature: DATA for coarrays
program data_statement
  implicit none
  integer :: a[*], b(6)[*], c(2, 2)[*], i, k
  real :: x(3)[*], y[*]
  character(4) :: s(2)[*]
  save
  data a /5/
  data b /2*1, 3*2, 9/
  data ((c(i, k), i = 1, 2), k = 1, 2) /11, 21, 12, 22/
  data x(1), x(2), x(3), y /1.5, 2.5, 3.5, -1e10/, s /'one', 'four'/
  do k = 1, num_images()
    call check('a', a[k], 5)
    call check('b', sum(b(:)[k]), 17)
    call check('b(5)', b(5)[k], 2)
    call check('c(1,2)', c(1, 2)[k], 12)
    call check('c(2,1)', c(2, 1)[k], 21)
    call check('x', nint(10 * x(3)[k]), 35)
    call check('y', int(y[k] / 1e9), -10)
    if (s(1)[k] // s(2)[k] /= 'one four') error stop 'FAIL: s'
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program data_statement
