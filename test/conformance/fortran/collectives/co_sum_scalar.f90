! conformance: images=1,2,3,5,8
! feature: co_sum
program co_sum_scalar
  implicit none
  integer :: i
  real :: r
  double precision :: d
  integer :: me, n
  me = this_image(); n = num_images()
  i = me
  r = 0.5 * me
  d = 1d0 / me
  call co_sum(i)
  call co_sum(r)
  call co_sum(d)
  call check('integer', i, n * (n + 1) / 2)
  call checkr('real', r, 0.25 * n * (n + 1))
  call checkd('double', d, harmonic(n))
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  double precision function harmonic(n)
    integer, intent(in) :: n
    integer :: k
    harmonic = 0
    do k = 1, n
      harmonic = harmonic + 1d0 / k
    end do
  end function harmonic
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
  subroutine checkr(what, got, want)
    character(*), intent(in) :: what
    real, intent(in) :: got, want
    if (abs(got - want) > 1e-5 * max(1.0, abs(want))) then
      print '(3a,g0,a,g0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine checkr
  subroutine checkd(what, got, want)
    character(*), intent(in) :: what
    double precision, intent(in) :: got, want
    if (abs(got - want) > 1d-12 * max(1d0, abs(want))) then
      print '(3a,g0,a,g0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine checkd
end program co_sum_scalar
