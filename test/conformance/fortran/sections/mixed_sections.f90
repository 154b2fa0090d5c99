! conformance: images=1,2,3,5
! feature: sections, rank 2
! Sections of different shapes of storage on the two sides: row to column, block to block with other strides, diagonal by
! vector subscripts of a flattened array.
program mixed_sections
  implicit none
  integer :: a(6, 8)[*], b(8, 6)[*], c(48)[*], w(8, 6), me, n, k, left, i, j
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  do j = 1, 8
    a(:, j) = [(1000 * me + 10 * i + j, i = 1, 6)]
  end do
  b = 0; c = 0
  sync all
  b(:, 2)[k] = a(3, :)                             ! row to column
  b(2:8:2, 5)[k] = a(1, 1:8:2)
  b(1:3, 6:3:-2)[k] = a(6:2:-2, 7:8)
  c([1, 10, 19, 28])[k] = a([1, 2, 3, 4], 4)
  sync all
  call check('row to column', b(8, 2), 1000 * left + 38)
  call check('strided row to column', b(6, 5), 1000 * left + 15)
  call check('block, first', b(1, 6), 1000 * left + 67)
  call check('block, last', b(3, 4), 1000 * left + 28)
  call check('untouched', b(4, 4) + b(1, 3) + b(1, 5), 0)
  call check('scattered', c(28), 1000 * left + 44)
  call check('count', count(c /= 0), 4)
  w = transpose(a(:, :)[k])
  call check('transposed get', w(8, 3), 1000 * k + 38)
  w = reshape(a(:, :)[k], [8, 6], order=[2, 1])
  call check('reshaped get', w(2, 1), 1000 * k + 12)
  w(1:6, 1:6) = a(:, 2:7)[k] - a(:, 2:7)
  call check('difference', sum(w(1:6, 1:6)), 36 * 1000 * (k - me))
  w(1, :) = a(:, 8)[k]
  w(8:1:-1, 6) = a(6, :)[k]
  call check('column to row', w(1, 4), 1000 * k + 48)
  call check('row to reversed column', w(8, 6), 1000 * k + 61)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program mixed_sections
