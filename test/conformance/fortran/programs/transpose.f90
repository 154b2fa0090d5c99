! conformance: images=1,2,3,5,8
! feature: whole programs
! Transpose of a matrix distributed by columns: every image puts one block to every other.
program transpose_program
  implicit none
  integer, parameter :: nb = 3
  integer, allocatable :: a(:, :)[:], t(:, :)[:]
  integer :: me, n, p, i, j
  me = this_image(); n = num_images()
  allocate (a(n * nb, nb)[*], t(n * nb, nb)[*])
  forall (i = 1:n * nb, j = 1:nb) a(i, j) = 1000 * i + (me - 1) * nb + j
  t = 0
  sync all
  do p = 1, n
    t((me - 1) * nb + 1:me * nb, :)[p] = transpose(a((p - 1) * nb + 1:p * nb, :))
  end do
  sync all
  do j = 1, nb
    do i = 1, n * nb
      if (t(i, j) /= 1000 * ((me - 1) * nb + j) + i) then
        print *, 'FAIL: t', i, j, 'expected', 1000 * ((me - 1) * nb + j) + i, 'got', t(i, j), 'image', me
        error stop 1
      end if
    end do
  end do
  sync all
  do p = 1, n                                      ! and back, by gets
    a((p - 1) * nb + 1:p * nb, :) = transpose(t((me - 1) * nb + 1:me * nb, 1:nb)[p]) - a((p - 1) * nb + 1:p * nb, :)
  end do
  if (any(a /= 0)) error stop 'FAIL: transposing twice is not the identity'
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program transpose_program
