! conformance: images=1,2,3,5
! feature: logical of every kind
program logical_kinds_test
  use iso_fortran_env, only: logical_kinds
  implicit none
  integer, parameter :: l1 = minval(logical_kinds), l8 = maxval(logical_kinds)
  logical :: done[*] = .false.
  logical(l1) :: small(6)[*]
  logical(l8) :: big(6)[*]
  integer :: me, n, right, left, i
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  small = .false.
  big = .true.
  sync all
  small(me:me)[right] = .true.
  big(2:6:2)[right] = .false._l8
  done[right] = mod(me, 2) == 0
  sync all
  do i = 1, 6
    if (small(i) .neqv. (i == left)) call fail('small logical', i)
    if (big(i) .neqv. (mod(i, 2) == 1)) call fail('big logical', i)
  end do
  if (done .neqv. mod(left, 2) == 0) call fail('default logical', 0)
  if (count(small(:)[right]) /= 1) call fail('count of remote small', 0)
  if (.not. any(big(1:5:2)[right])) call fail('any of remote big', 0)
  if (done[right] .and. mod(me, 2) == 1) call fail('remote logical as condition', 0)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine fail(what, i)
    character(*), intent(in) :: what
    integer, intent(in) :: i
    print *, 'FAIL: ', what, ' element ', i, ' image ', this_image(), small, big, done
    error stop 1
  end subroutine fail
end program logical_kinds_test
