! conformance: images=1,2,3,5,8
! feature: whole programs
! Explicit heat equation on a line, decomposed by blocks, halo exchange with sync images; compared with a serial run.
program heat_1d
  implicit none
  integer, parameter :: dp = kind(1d0), ntotal = 43, steps = 60
  real(dp), parameter :: r = 0.2_dp
  real(dp), allocatable :: u(:)[:], unew(:)
  real(dp) :: serial(0:ntotal + 1), work(0:ntotal + 1), err[*]
  integer :: me, n, block, first, last, m, i, t
  integer, allocatable :: neighbours(:)
  me = this_image(); n = num_images()
  block = (ntotal + n - 1) / n
  first = (me - 1) * block + 1
  last = min(me * block, ntotal)
  m = max(0, last - first + 1)
  allocate (u(0:block + 1)[*], unew(block))
  neighbours = pack([me - 1, me + 1], [me > 1, me < n])
  u = 0
  u(1:m) = [(initial(i), i = first, last)]
  sync all
  do t = 1, steps
    if (me > 1) u(block + 1)[me - 1] = u(1)
    if (me < n .and. m == block) u(0)[me + 1] = u(m)
    sync images (neighbours)
    if (last == ntotal .and. m > 0) u(m + 1) = 0
    do i = 1, m
      unew(i) = u(i) + r * (u(i - 1) - 2 * u(i) + u(i + 1))
    end do
    u(1:m) = unew(1:m)
    sync images (neighbours)
  end do
  serial = 0
  serial(1:ntotal) = [(initial(i), i = 1, ntotal)]
  do t = 1, steps
    work = serial
    do i = 1, ntotal
      serial(i) = work(i) + r * (work(i - 1) - 2 * work(i) + work(i + 1))
    end do
  end do
  err = 0
  if (m > 0) err = maxval(abs(u(1:m) - serial(first:last)))
  sync all
  if (me == 1) then
    do i = 1, n
      if (err[i] > 1e-14_dp) then
        print *, 'FAIL: error', err[i], 'expected 0, image', i
        error stop 1
      end if
    end do
    print '(a)', 'PASS'
  end if
contains
  pure real(dp) function initial(i)
    integer, intent(in) :: i
    initial = sin(0.3_dp * i) + merge(1, 0, i > 20)
  end function initial
end program heat_1d
