! conformance: images=1,2,3,5,8
! feature: whole programs
! Cannon's matrix multiplication on the largest square grid of images, corank 2 with zero lower cobounds.
program cannon
  implicit none
  integer, parameter :: nb = 3
  integer :: me, q, ix, iy, i, j, step, gn
  integer, allocatable :: a(:, :, :)[:, :], b(:, :, :)[:, :], c(:, :), want(:, :)
  integer :: at(2), now
  me = this_image()
  q = int(sqrt(real(num_images()) + 0.5))
  allocate (a(nb, nb, 0:1)[0:q - 1, 0:*], b(nb, nb, 0:1)[0:q - 1, 0:*], c(nb, nb))
  at = this_image(a)
  ix = at(1); iy = at(2); gn = q * nb
  c = 0; now = 0
  if (iy < q) then
    do j = 1, nb; do i = 1, nb                     ! skewed at the start
      a(i, j, 0) = fa(ix * nb + i, modulo(ix + iy, q) * nb + j)
      b(i, j, 0) = fb(modulo(ix + iy, q) * nb + i, iy * nb + j)
    end do; end do
  end if
  do step = 1, q
    if (iy < q) c = c + matmul(a(:, :, now), b(:, :, now))
    sync all
    if (iy < q) then
      a(:, :, 1 - now)[ix, modulo(iy - 1, q)] = a(:, :, now)
      b(:, :, 1 - now)[modulo(ix - 1, q), iy] = b(:, :, now)
    end if
    sync all
    now = 1 - now
  end do
  if (iy < q) then
    want = reshape([((sum([(fa(ix * nb + i, step) * fb(step, iy * nb + j), step = 1, gn)]), i = 1, nb), j = 1, nb)], [nb, nb])
    if (any(c /= want)) then
      print *, 'FAIL: expected', want, 'got', c, 'image', me
      error stop 1
    end if
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure integer function fa(i, j)
    integer, intent(in) :: i, j
    fa = i - 2 * j
  end function fa
  pure integer function fb(i, j)
    integer, intent(in) :: i, j
    fb = mod(i * j, 5) + i
  end function fb
end program cannon
