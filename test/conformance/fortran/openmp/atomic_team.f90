! conformance: images=1,2,3,5
! feature: OpenMP atomic on coindexed objects
! build-args: -fopenmp
! In a team whose members are no arithmetic progression, objects of other members are seen at other addresses than their own.
program atomic_team
  use iso_fortran_env
  implicit none
  integer, parameter :: rounds = 40
  type(team_type) :: odd
  integer :: total[*]
  integer(1) :: bytes(3)[*]
  real(8) :: half[*]
  integer :: i, n, group, place
  total = 0; bytes = 0_1; half = 0
  group = merge(2, 1, this_image() == 3)
  place = this_image()
  if (group == 1) place = merge(1, this_image() + 1 - merge(1, 0, this_image() > 3), this_image() == num_images() .and. this_image() /= 3)
  if (group == 1 .and. num_images() == 3) place = 3 - this_image()
  if (group == 2) place = 1
  form team (group, odd, new_index=place)
  sync all
  change team (odd)
    n = num_images()
    !$omp parallel do num_threads(2)
    do i = 1, rounds
      !$omp atomic
      total[n] = total[n] + i
      !$omp atomic
      half[1] = half[1] + 0.5d0
      !$omp atomic
      bytes(2)[n] = bytes(2)[n] + 1_1
    end do
    !$omp end parallel do
    sync all
    if (total[n] /= n*rounds*(rounds + 1)/2) error stop 'total'
    if (half[1] /= n*rounds/2) error stop 'half'
    if (any(bytes(:)[n] /= [0, modulo(n*rounds + 128, 256) - 128, 0])) error stop 'bytes'
    sync all
  end team
  if (this_image() == 1) print '(a)', 'PASS'
end program
