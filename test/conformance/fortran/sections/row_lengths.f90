! conformance: images=1,2,3
! feature: sections, rank 2
! Blocks whose rows are of every length from 1 to 300 bytes, at every offset in a word, copied there and back; what lies beside keeps its value.
program row_lengths
  use, intrinsic :: iso_fortran_env, only: int8
  implicit none
  integer, parameter :: rows = 5
  integer(int8), save :: x(320, rows)[*], a(320, rows), back(320, rows)
  integer :: me, n, length, first, i, j

  me = this_image()
  n = 1 + mod(me, num_images())
  do j = 1, rows
    a(:, j) = [(int(1 + mod(7 * i + 31 * j, 120), int8), i = 1, 320)]
  end do
  do length = 1, 300
    first = 1 + mod(length, 8)
    x = 0
    back = 0
    sync all
    x(first:first + length - 1, 2:4)[n] = a(3:2 + length, 1:3)
    sync all
    call check(x, first, 2, 'put')
    back(9:8 + length, 3:5) = x(first:first + length - 1, 2:4)[n]
    call check(back, 9, 3, 'got')
    sync all
  end do
  if (me == 1) print '(a)', 'PASS'
contains
  subroutine check(block, row, column, what)
    integer(int8), intent(in) :: block(:, :)
    integer, intent(in) :: row, column
    character(len=*), intent(in) :: what
    if (count(block /= 0) == 3 * length) then
      if (all(block(row:row + length - 1, column:column + 2) == a(3:2 + length, 1:3))) return
    end if
    print '(3a,2(i0,a))', 'wrong: rows ', what, ' of ', length, ' bytes on image ', me
    error stop 1
  end subroutine
end program row_lengths
