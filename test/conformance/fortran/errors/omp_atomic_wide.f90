! feature: diagnostics: coindexed objects
! build-args: -fopenmp
! back-end: gfortran
! Parts of complex numbers are as wide as the kind says.
program omp_atomic_wide
  use iso_fortran_env, only: real128
  implicit none
  type t
    complex(real128) :: c
  end type
  complex(16) :: z[*]
  complex(10) :: w(3)[*]
  complex(8) :: narrow[*]
  real(real128) :: r[*]
  type(t) :: s[*]
  !$omp atomic
  ! expect-error: 'z[1]%re' is coindexed, and too large for an OpenMP atomic
  z[1]%re = z[1]%re + 1
  !$omp atomic write
  ! expect-error: 'w(2)[1]%im' is coindexed, and too large for an OpenMP atomic
  w(2)[1]%im = 3
  !$omp atomic read
  ! expect-error: 's[1]%c%im' is coindexed, and too large for an OpenMP atomic
  r = s[1]%c%im
  !$omp atomic
  narrow[1]%im = narrow[1]%im + 1
end program omp_atomic_wide
