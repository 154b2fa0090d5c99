! conformance: images=1,2,3,5
! feature: initialised coarrays
module constants
  implicit none
  real, parameter :: pi = 3.14159265
  real :: table(0:3)[*] = [0.0, 0.5 * pi, pi, 1.5 * pi]
  character(3) :: axis(3)[*] = [character(3) :: 'x', 'y', 'z']
end module constants

program initialised
  use constants
  implicit none
  integer :: i
  integer :: a[*] = 17, b(5)[*] = [(i * i, i = 1, 5)], m(2, 3)[*] = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  logical :: ready(4)[*] = .true.
  complex :: z[*] = (1.0, -2.0)
  double precision, save :: eps[*] = epsilon(1d0)
  integer :: k
  do k = 1, num_images()
    call check('scalar', a[k], 17)
    call check('array', b(4)[k], 16)
    call check('matrix', m(1, 3)[k], 5)
    call checkr('module table', table(3)[k], 1.5 * pi)
    if (axis(2)[k] /= 'y') error stop 'FAIL: axis(2)'
    if (.not. all(ready(:)[k])) error stop 'FAIL: ready'
    if (z[k] /= (1.0, -2.0)) error stop 'FAIL: z'
    if (eps[k] /= epsilon(1d0)) error stop 'FAIL: eps'
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
  subroutine checkr(what, got, want)
    character(*), intent(in) :: what
    real, intent(in) :: got, want
    if (abs(got - want) > 1e-5 * max(1.0, abs(want))) then
      print '(3a,g0,a,g0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine checkr
end program initialised
