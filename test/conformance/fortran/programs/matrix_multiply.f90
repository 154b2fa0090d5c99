! conformance: images=1,2,3,5,8
! feature: whole programs
! C = A B by block rows of A and C, block columns of B fetched from each image in turn.
program matrix_multiply
  implicit none
  integer, parameter :: nb = 4
  integer, allocatable :: a(:, :)[:], b(:, :)[:], c(:, :)[:], full_a(:, :), full_b(:, :), panel(:, :)
  integer :: me, n, nn, k, i, j, p
  me = this_image(); n = num_images()
  nn = n * nb
  allocate (a(nb, nn)[*], b(nn, nb)[*], c(nb, nn)[*])
  forall (i = 1:nb, j = 1:nn) a(i, j) = elem_a((me - 1) * nb + i, j)
  forall (i = 1:nn, j = 1:nb) b(i, j) = elem_b(i, (me - 1) * nb + j)
  sync all
  do k = 0, n - 1
    p = mod(me - 1 + k, n) + 1                     ! start with one's own
    panel = b(:, :)[p]
    c(:, (p - 1) * nb + 1:p * nb) = matmul(a, panel)
  end do
  allocate (full_a(nn, nn), full_b(nn, nn))
  forall (i = 1:nn, j = 1:nn)
    full_a(i, j) = elem_a(i, j)
    full_b(i, j) = elem_b(i, j)
  end forall
  full_a = matmul(full_a, full_b)
  sync all
  do p = 1, n
    if (any(c(:, :)[p] /= full_a((p - 1) * nb + 1:p * nb, :))) then
      print *, 'FAIL: block row', p, 'image', me
      error stop 1
    end if
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure integer function elem_a(i, j)
    integer, intent(in) :: i, j
    elem_a = mod(3 * i + 5 * j, 11) - 5
  end function elem_a
  pure integer function elem_b(i, j)
    integer, intent(in) :: i, j
    elem_b = mod(i * j, 7) - 3
  end function elem_b
end program matrix_multiply
