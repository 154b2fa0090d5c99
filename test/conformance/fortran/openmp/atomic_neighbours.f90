! conformance: images=1,2,3
! feature: OpenMP atomic on coindexed objects
! build-args: -fopenmp
! One thread changes elements atomically, another one assigns to their neighbours.
program atomic_neighbours
  implicit none
  integer, parameter :: rounds = 3000
  integer(1) :: bytes(4)[*]
  integer(2) :: pairs(2)[*]
  type :: cell
    integer :: i = 0
    complex :: z = 0
  end type
  type(cell) :: cells(3)[*]
  complex :: c[*]
  integer :: i, next, wrong
  next = mod(this_image(), num_images()) + 1
  bytes = 0_1; pairs = 0_2; wrong = 0; c = 0
  sync all
  !$omp parallel sections num_threads(2) private(i)
  !$omp section
  do i = 1, rounds
    !$omp atomic
    bytes(2)[next] = bytes(2)[next] + 1_1
    !$omp atomic
    pairs(1)[next] = pairs(1)[next] + 1_2
  end do
  !$omp section
  do i = 1, rounds
    bytes(3)[next] = int(mod(i, 100), 1)
    pairs(2)[next] = int(i, 2)
    sync memory
    if (bytes(3)[next] /= mod(i, 100)) wrong = wrong + 1
    if (pairs(2)[next] /= i) wrong = wrong + 1
  end do
  !$omp end parallel sections
  sync all
  if (wrong > 0) error stop 1
  if (bytes(2) /= int(mod(rounds, 256) - 256*(mod(rounds, 256)/128))) error stop 2
  if (pairs(1) /= rounds) error stop 5
  if (bytes(3) /= mod(rounds, 100) .or. pairs(2) /= rounds) error stop 3
  if (any(bytes([1, 4]) /= 0)) error stop 4
  ! all images and threads change both parts
  !$omp parallel do private(next)
  do i = 1, rounds
    next = mod(i, 3) + 1
    !$omp atomic
    c[1]%re = c[1]%re + 1
    !$omp atomic
    c[1]%im = c[1]%im + 2
    !$omp atomic
    cells(next)[1]%z%re = cells(next)[1]%z%re + 1
  end do
  sync all
  if (nint(real(c[1])) /= rounds*num_images()) error stop 6
  if (nint(aimag(c[1])) /= 2*rounds*num_images()) error stop 7
  if (this_image() == 1 .and. any(nint(cells%z%re) /= rounds/3*num_images())) error stop 8
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program
