! conformance: images=1,2
! feature: pointers to the real and imaginary parts of what is coindexed in the same assignment
program pointer_to_part
  implicit none
  complex, target, save :: z(5)[*]
  real, pointer :: q(:)
  complex, pointer :: c(:)
  logical :: mask(4)
  integer :: me, i

  me = this_image()
  mask = .true.
  q => z%re
  call reset
  q(2:5) = real(z(1:4)[me])
  call check('assignment from', [1, 1, 2, 3, 4])
  call reset
  z(2:5)[me]%re = q(1:4)
  call check('assignment to', [1, 1, 2, 3, 4])
  call reset
  where (mask) q(2:5) = real(z(1:4)[me])
  call check('WHERE from', [1, 1, 2, 3, 4])
  call reset
  where (mask) z(2:5)[me]%re = q(1:4)
  call check('WHERE to', [1, 1, 2, 3, 4])
  call reset
  mask(2) = .false.
  where (mask)
    q(2:5) = real(z(1:4)[me])
  elsewhere
    q(2:5) = -aimag(z(1:4)[me])
  end where
  call check('ELSEWHERE', [1, 1, 0, 3, 4])
  call reset
  c => z
  mask = .true.
  where (mask) c(2:5) = cmplx(2 * z(1:4)[me]%re, 0)
  call check('pointer to complex', [1, 2, 4, 6, 8])
  sync all
  if (me == 1) print '(a)', 'PASS'

contains

  subroutine reset
    z = [(cmplx(i, 0), i = 1, 5)]
    sync all
  end subroutine

  subroutine check(what, expected)
    character(*), intent(in) :: what
    integer, intent(in) :: expected(:)
    if (any(nint(real(z)) /= expected)) then
      print *, what, real(z)
      error stop
    end if
  end subroutine

end program pointer_to_part
