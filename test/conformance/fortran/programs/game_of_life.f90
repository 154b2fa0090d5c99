! conformance: images=1,2,3,5,8
! feature: whole programs
! Life on a torus, rows distributed unevenly, logical coarray with halo rows; a glider returns home after 4*size generations.
program game_of_life
  implicit none
  integer, parameter :: rows = 16, cols = 16
  logical, allocatable :: world(:, :)[:]
  logical :: start(rows, cols), next(cols)
  logical, allocatable :: new(:, :)
  integer :: me, n, first, last, m, up, down, g, i, j, alive
  integer :: height[*]
  me = this_image(); n = num_images()
  first = (me - 1) * rows / n + 1
  last = me * rows / n
  m = last - first + 1
  height = m
  up = modulo(me - 2, n) + 1; down = mod(me, n) + 1
  start = .false.
  start(1, 2) = .true.; start(2, 3) = .true.; start(3, 1:3) = .true.
  allocate (world(0:rows + 1, 0:cols + 1)[*], new(m, cols))
  world(1:m, 1:cols) = start(first:last, :)
  do g = 1, 4 * rows
    world(1:m, 0) = world(1:m, cols)
    world(1:m, cols + 1) = world(1:m, 1)
    sync all
    world(0, :) = world(height[up], :)[up]
    world(m + 1, :)[me] = world(1, :)[down]
    do i = 1, m
      do j = 1, cols
        alive = count(world(i - 1:i + 1, j - 1:j + 1))
        new(i, j) = alive == 3 .or. (alive == 4 .and. world(i, j))
      end do
    end do
    sync all
    world(1:m, 1:cols) = new
    if (g == 4) then
      next = start(modulo(first - 2, rows) + 1, :)
      if (any(world(1, 1:cols) .neqv. cshift(next, -1))) error stop 'FAIL: the glider did not move by one in 4 generations'
    end if
  end do
  if (any(world(1:m, 1:cols) .neqv. start(first:last, :))) then
    print *, 'FAIL: the glider is not home, image', me
    error stop 1
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program game_of_life
