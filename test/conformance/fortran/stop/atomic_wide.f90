! conformance: images=1,2
! feature: OpenMP atomic on coindexed objects
! build-args: -fopenmp
! back-end: gfortran
! expect-exit: nonzero
! expect-stderr: atomic_wide.f90:15: atomic construct: an object of 16 bytes of another image cannot be changed atomically [R0314]
! Coral does not know the kind.
program atomic_wide
  implicit none
  integer, parameter :: k = selected_real_kind(30)
  real(k) :: r[*]
  r = 0
  sync all
  !$omp atomic
  r[1] = r[1] + 1
  sync all
  print '(a)', 'FAIL: no error'
end program atomic_wide
