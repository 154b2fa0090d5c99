! conformance: images=1,2,3,5,8
! feature: collectives on a team
program team_collectives
  use, intrinsic :: iso_fortran_env, only: team_type
  implicit none
  type(team_type) :: third
  integer :: me, n, s, b, hi, color, m, i, v(3)
  me = this_image(); n = num_images()
  color = mod(me, 3) + 1
  form team (color, third)
  change team (third)
    m = num_images()
    do i = 1, 20                                   ! teams of different sizes run at their own pace
      s = me * i; v = [me, -me, i]
      call co_sum(s)
      call co_max(v)
      b = 0
      if (this_image() == m) b = 1000 * color + i
      call co_broadcast(b, m)
      hi = this_image()
      call co_reduce(hi, multiply)
      call check('co_sum', s, i * sum([(s, s = merge(3, color - 1, color == 1), n, 3)]))
      call check('co_max', v(1), 3 * (m - 1) + merge(3, color - 1, color == 1))
      call check('co_max, 2', v(2), -merge(3, color - 1, color == 1))
      call check('co_broadcast', b, 1000 * color + i)
      call check('co_reduce', hi, product([(s, s = 1, m)]))
    end do
  end team
  s = 1
  call co_sum(s)
  call check('all again', s, n)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure integer function multiply(a, b)
    integer, intent(in) :: a, b
    multiply = a * b
  end function multiply
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program team_collectives
