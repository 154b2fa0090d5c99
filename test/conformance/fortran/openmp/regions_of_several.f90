! conformance: images=1,2,4
! feature: OpenMP directives
! build-args: -fopenmp
! Regions whose first statement needs a BLOCK construct, with more statements behind it: that construct must not be taken for the region (OpenMP 5.1).
program regions_of_several
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type :: row
    real, allocatable :: v(:)
  end type
  real, allocatable :: box(:)[:], local(:)
  type(row) :: r[*]
  type(event_type) :: filled[*]
  integer :: me, n, k, i, from, seen
  me = this_image(); n = num_images(); k = mod(me, n) + 1; from = modulo(me - 2, n) + 1
  allocate (box(8)[*], local(8), r%v(3))
  box = 0; r%v = me; seen = 0
  sync all
  !$omp parallel default(shared) private(i)
  !$omp do
  do i = 1, 8
    local(i) = 10*me + i
  end do
  !$omp end do
  !$omp master
  box(1:4)[k] = local(5:8)
  sync memory
  event post (filled[k])
  !$omp end master
  !$omp barrier
  !$omp single
  ! a remark
  event wait (filled)
  seen = seen + 1
  !$omp end single
  !$omp critical
  if (any(box(1:4) /= [(10*from + i, i = 5, 8)])) error stop 1
  !$omp end critical
  !$omp sections
  !$omp section
  local(1:3) = r[k]%v
  local(4) = 4
  !$omp section
  local(5) = k + 1
  local(6) = 6
  !$omp end sections
  !$omp end parallel
  if (seen /= 1 .or. any(local(1:6) /= [k, k, k, 4, k + 1, 6])) error stop 2
  sync all
  !$omp parallel
  !$omp master
  r[k]%v(1:2) = 7*[me, me]
  seen = 2
  !$omp end master
  !$omp end parallel
  sync all
  if (seen /= 2 .or. any(r%v /= [7*from, 7*from, me])) error stop 3
  !$omp parallel num_threads(1)
  box(5:8)[k] = box(1:4)
  seen = seen + 1
  !$omp end parallel
  sync all
  if (seen /= 3 .or. any(box(5:8) /= [(10*(modulo(from - 2, n) + 1) + i, i = 5, 8)])) error stop 4
  if (me == 1) print '(a)', 'PASS'
end program
