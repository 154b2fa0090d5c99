! options: -fopenmp
! flang's atomic update of a complex number of kind 8 changes its real part alone.
program atomic_complex
  implicit none
  complex(8) :: z
  complex(4) :: w
  integer :: i
  z = 0
  w = 0
  !$omp parallel do
  do i = 1, 100
    !$omp atomic
    w = w + (1.0, 2.0)
    !$omp atomic
    z = z + (1d0, 2d0)
  end do
  if (w /= (100.0, 200.0)) error stop 'FAIL kind 4'
  if (z /= (100d0, 200d0)) error stop 'FAIL kind 8'
  print '(a)', 'PASS'
end program atomic_complex
