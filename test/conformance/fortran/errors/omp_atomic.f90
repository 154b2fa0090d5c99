! feature: diagnostics: coindexed objects
! build-args: -fopenmp
program omp_atomic
  implicit none
  complex(8) :: z[*]
  integer :: k[*], old
  !$omp atomic
  ! expect-error: too large for an OpenMP atomic
  z[1] = z[1] + 1
  !$omp atomic compare
  ! expect-error: COMPARE
  k[1] = max(k[1], 3)
  !$omp atomic read
  old = k[1]
end program omp_atomic
