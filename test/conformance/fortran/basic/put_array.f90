! conformance: images=1,2,3,5,8
! feature: coindexed definition, array
program put_array
  implicit none
  integer, parameter :: m = 17
  real :: a(m)[*], b(m)
  integer :: me, n, right, left, i
  me = this_image(); n = num_images()
  right = mod(me, n) + 1
  left = mod(me - 2 + n, n) + 1
  a = 0.0
  b = [(me * 1000.0 + i, i = 1, m)]
  sync all
  a(:)[right] = b
  sync all
  do i = 1, m
    call checkr('element put by the left neighbour', a(i), left * 1000.0 + i)
  end do
  sync all
  a(:)[right] = 2.5 * me       ! scalar spread over a coindexed section
  sync all
  do i = 1, m
    call checkr('scalar put into a whole array', a(i), 2.5 * left)
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine checkr(what, got, want)
    character(*), intent(in) :: what
    real, intent(in) :: got, want
    if (abs(got - want) > 1e-5 * max(1.0, abs(want))) then
      print '(3a,g0,a,g0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine checkr
end program put_array
