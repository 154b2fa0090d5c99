! conformance: images=1,2
! feature: without -fopenmp, directives of OpenMP are comments
program main
  implicit none
  complex(8) :: z[*]
  real(8) :: w[*]
  integer :: me, n, old
  integer :: count[*]
  me = this_image()
  n = num_images()
  z = me
  w = me
  count = me
  sync all
  if (me == n) then
    !$omp atomic
    z[1] = z[1] + (0, 2)
    !$omp atomic update
    w[1] = w[1] + 1
    !$omp atomic capture
    old = count[1]
    count[1] = count[1] + 5
    !$omp end atomic
    !$omp atomic compare
    if (count[1] == 6) count[1] = 7
    if (old /= 1) error stop 'the value before'
  end if
  sync all
  if (me == 1) then
    if (z /= (1, 2) .or. w /= 2 .or. count /= 7) error stop 'values'
    print '(a)', 'PASS'
  end if
end program
