! conformance: images=1,2,3,5
! feature: local and coindexed access to the same variable
! Within one image, x and x[this_image()] are the same variable, whichever way it is written and read.
program local_alias
  implicit none
  integer :: x[*], a(5)[*], me, i, k
  type t
    integer :: n, v(2)
  end type t
  type(t) :: s[*]
  me = this_image()
  do i = 1, 3
    x = i
    x[me] = x[me] + 10
    x = x + 100
    call check('scalar', x[me], i + 110)
    call check('scalar, local', x, i + 110)
  end do
  a = 0
  do i = 1, 5
    a(i)[me] = i
    if (a(i) /= i) error stop 'FAIL: local read after coindexed write'
    a(i) = 2 * i
    if (a(i)[me] /= 2 * i) error stop 'FAIL: coindexed read after local write'
  end do
  call check('sum', sum(a(:)[me]) - sum(a), 0)
  s%n = 1; s%v = [2, 3]
  s[me]%v(1) = s%v(2) + s[me]%n
  s%n = s[me]%v(1) * 2
  call check('component', s[me]%n + s%v(1), 12)
  k = 0
  x = 5
  do while (x > 0)                      ! x changes through the selector only
    x[me] = x - 1
    k = k + 1
  end do
  call check('loop that counts down', k, 5)
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
end program local_alias
