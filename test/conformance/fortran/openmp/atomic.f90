! conformance: images=1,2,3,5
! feature: OpenMP atomic on coindexed objects
! build-args: -fopenmp
program atomic
  use iso_fortran_env
  implicit none
  integer, parameter :: rounds = 300
  integer :: total[*], bits[*], least[*], ticket[*], slot[*]
  integer(1) :: bytes(8)[*]
  integer(2) :: pairs(4)[*]
  integer(8) :: long[*], was
  real(8) :: sum8[*]
  real :: product(3)[*]
  logical :: seen[*]
  integer, allocatable :: given(:)[:]
  integer :: i, k, mine, n, last
  real(8) :: expected
  n = num_images()
  total = 0; bits = 0; least = huge(least); ticket = 0; slot = 0
  bytes = 0_1; pairs = 0_2; long = 0; sum8 = 0; product = 1; seen = .false.
  allocate (given(0:rounds*n)[*], source=0)
  sync all
  !$omp parallel do num_threads(2) private(k, mine, was)
  do i = 1, rounds
    !$omp atomic
    total[n] = total[n] + i
    !$omp atomic update
    sum8[1] = 0.5d0 + sum8[1]
    !$omp end atomic
    k = mod(i, 8) + 1
    !$omp atomic
    bytes(k)[n] = bytes(k)[n] + 1_1
    !$omp atomic
    pairs(mod(i, 4) + 1)[1] = pairs(mod(i, 4) + 1)[1] - 1_2
    !$omp atomic
    bits[1] = ior(bits[1], ishft(1, mod(i, 30)))
    !$omp atomic
    least[n] = min(least[n], i, square(this_image()))
    !$omp atomic
    long[n] = long[n] - 3_8
    !$omp atomic
    seen[n] = seen[n] .or. i == rounds
    if (i <= 3) then
      !$omp atomic
      product(2)[1] = 2*product(2)[1]
    end if
    !$omp atomic capture
    mine = ticket[1]
    ticket[1] = ticket[1] + 1
    !$omp end atomic
    !$omp atomic
    given(mine)[n] = given(mine)[n] + 1
    !$omp atomic capture
    long[1] = long[1] + 3_8
    was = long[1]
    !$omp end atomic
  end do
  !$omp end parallel do
  !$omp atomic write
  slot[n] = this_image()
  sync all
  !$omp atomic read
  last = slot[n]
  if (last < 1 .or. last > n) error stop 'write and read'
  expected = n*rounds*(rounds + 1)/2
  if (total[n] /= expected) error stop 'total'
  if (sum8[1] /= 0.5d0*n*rounds) error stop 'sum'
  if (any(bytes(:)[n] /= [(int(n*count([(mod(i, 8) + 1 == k, i = 1, rounds)]), 1), k = 1, 8)])) error stop 'bytes'
  if (any(pairs(:)[1] /= -n*rounds/4)) error stop 'pairs'
  if (bits[1] /= ishft(1, 30) - 1) error stop 'bits'
  if (least[n] /= 1) error stop 'least'
  if (n > 1 .and. long[n] /= -3_8*n*rounds) error stop 'long'
  if (n == 1 .and. long[n] /= 0) error stop 'long'
  if (.not. seen[n]) error stop 'logical'
  if (product(2)[1] /= 8.0**n .or. product(1)[1] /= 1) error stop 'product'
  if (ticket[1] /= n*rounds) error stop 'tickets'
  if (any(given(0:n*rounds-1)[n] /= 1)) error stop 'given'
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure integer function square(k)
    integer, intent(in) :: k
    square = k*k
  end function
end program
