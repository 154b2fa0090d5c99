! feature: diagnostics: coindexed objects
! build-args: -fopenmp
! back-end: gfortran
! gfortran has a lock of one image in place of an exchange: updates of several images got lost.
program omp_atomic_complex
  implicit none
  type pair
    integer :: n
    complex :: w
  end type
  complex :: w[*], u
  type(pair) :: p(2)[*]
  !$omp atomic
  ! expect-error: 'w[1]' is coindexed and complex
  w[1] = w[1] + 1
  !$omp atomic
  ! expect-error: 'p(2)[1]%w' is coindexed and complex
  p(2)[1]%w = p(2)[1]%w + 1
  !$omp atomic
  w[1]%re = w[1]%re + 1
  !$omp atomic
  w = w + 1
  !$omp atomic read
  ! expect-error: 'w[1]' is coindexed and complex
  u = w[1]
end program omp_atomic_complex
