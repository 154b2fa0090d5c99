! conformance: images=1,2,3,5,8
! feature: sections, rank 2
program matrix_column_row
  implicit none
  integer, parameter :: n1 = 5, n2 = 4
  integer :: a(n1, n2)[*], row(n2), col(n1)
  integer :: me, n, right, left, i, j
  me = this_image(); n = num_images()
  right = mod(me, n) + 1
  left = mod(me + n - 2, n) + 1
  do j = 1, n2
    do i = 1, n1
      a(i, j) = 100 * me + 10 * i + j
    end do
  end do
  sync all
  col = a(:, 3)[right]
  row = a(2, :)[right]
  do i = 1, n1
    call check('column of the right neighbour', col(i), 100 * right + 10 * i + 3)
  end do
  do j = 1, n2
    call check('row of the right neighbour', row(j), 100 * right + 20 + j)
  end do
  sync all
  a(5, :)[right] = -row
  sync all
  do j = 1, n2
    call check('row put by the left neighbour', a(5, j), -(100 * me + 20 + j))
    call check('untouched row', a(4, j), 100 * me + 40 + j)
  end do
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
end program matrix_column_row
