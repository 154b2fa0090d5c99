! conformance: images=1,2,3,5
! feature: overlap of both sides on the same image
! An assignment evaluates its right-hand side before it defines anything (F2018 10.2.1.3), also when both sides name the
! same memory, one of them coindexed.
program self_overlap
  implicit none
  integer, parameter :: m = 10
  integer :: a(m)[*], i, me
  character(5), save :: w(3, 2)[*]
  me = this_image()
  a = [(i, i = 1, m)]
  a(2:10) = a(1:9)[me]
  call check('shift up by a get', a(10), 9)
  call check('shift up by a get, second', a(2), 1)
  call check('shift up by a get, third', a(3), 2)
  a = [(i, i = 1, m)]
  a(2:10)[me] = a(1:9)
  call check('shift up by a put', a(10), 9)
  call check('shift up by a put, middle', a(6), 5)
  a = [(i, i = 1, m)]
  a(1:9)[me] = a(2:10)[this_image()]
  call check('shift down, both coindexed', a(1), 2)
  call check('shift down, both coindexed, last', a(9), 10)
  a = [(i, i = 1, m)]
  a(:) = a(m:1:-1)[me]
  call check('reverse', a(1), 10)
  call check('reverse', a(10), 1)
  a = [(i, i = 1, m)]
  a(1:10:2)[me] = a(2:10:2)[me] + a(1:9:2)
  call check('sum of pairs', a(9), 19)
  a = [(i, i = 1, m)]
  a(2:10)[me] = a(1:9)[me] + a(2:10)
  call check('recurrence is not allowed to happen', a(10), 19)
  call check('recurrence is not allowed to happen', a(3), 5)
  w(:, 1) = ['abcde', 'fghij', 'klmno']
  w(:, 1)[me] = w(3:1:-1, 1)(2:4)
  if (any(w(:, 1) /= ['lmn  ', 'ghi  ', 'bcd  '])) error stop 'substrings'
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
end program self_overlap
