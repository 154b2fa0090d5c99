! conformance: images=1,2,3,5
! feature: sections, rank 2
program rank2_rank3
  implicit none
  integer, parameter :: nx = 6, ny = 5, nz = 4
  integer :: u(nx, ny, nz)[*], f(nx, ny), e(nz), g(3, 2, 2)
  integer :: me, n, k, left, i, j, l
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  forall (i = 1:nx, j = 1:ny, l = 1:nz) u(i, j, l) = val(me, i, j, l)
  sync all
  f = u(:, :, 3)[k]
  call check('xy plane', f(5, 2), val(k, 5, 2, 3))
  f(:nz, :) = transpose(u(2, :, :)[k])
  call check('yz plane transposed', f(4, 5), val(k, 2, 5, 4))
  e = u(6, 5, :)[k]
  call check('z line', e(2), val(k, 6, 5, 2))
  g = u(1:5:2, 2:5:3, 4:1:-3)[k]
  do l = 1, 2; do j = 1, 2; do i = 1, 3
    call check('block with strides', g(i, j, l), val(k, 2*i - 1, 3*j - 1, 7 - 3*l))
  end do; end do; end do
  call check('sum of a plane', sum(u(1, 1:2, 1:2)[k]), 4*val(k, 1, 0, 0) + 60 + 6)
  sync all
  u(nx, :, 2:3)[k] = reshape([(-i * me, i = 1, 2*ny)], [ny, 2])
  u(2:4, 1, 4:1:-3)[k] = 7 * me
  sync all
  do l = 1, nz; do j = 1, ny; do i = 1, nx
    if (i == nx .and. (l == 2 .or. l == 3)) then
      call check('face put', u(i, j, l), -left * (j + ny*(l - 2)))
    else if (i >= 2 .and. i <= 4 .and. j == 1 .and. (l == 1 .or. l == 4)) then
      call check('block put', u(i, j, l), 7 * left)
    else
      call check('untouched', u(i, j, l), val(me, i, j, l))
    end if
  end do; end do; end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
contains
  pure integer function val(im, i, j, l)
    integer, intent(in) :: im, i, j, l
    val = 1000 * im + 100 * i + 10 * j + l
  end function val
  subroutine check(what, got, want)
    character(*), intent(in) :: what
    integer, intent(in) :: got, want
    if (got /= want) then
      print '(3a,i0,a,i0,a,i0)', 'FAIL: ', what, ', expected ', want, ', got ', got, ', image ', this_image()
      error stop 1
    end if
  end subroutine check
end program rank2_rank3
