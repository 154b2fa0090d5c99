! conformance: images=1,2,3,5,8
! feature: lower bounds
program lower_bounds
  implicit none
  integer, parameter :: lo = -3, hi = 4
  integer :: a(lo:hi)[*], b(0:2, -1:1)[*], c(5:9)
  integer :: me, n, right, left, i, j
  me = this_image(); n = num_images()
  right = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = [(100 * me + i, i = lo, hi)]
  do j = -1, 1
    b(:, j) = [(1000 * me + 10 * i + j, i = 0, 2)]
  end do
  sync all
  call check('a(lo)[right]', a(lo)[right], 100 * right + lo)
  call check('a(hi)[right]', a(hi)[right], 100 * right + hi)
  call check('b(2,-1)[right]', b(2, -1)[right], 1000 * right + 19)
  c = a(-2:2)[right]
  do i = 5, 9
    call check('section into other bounds', c(i), 100 * right + i - 7)
  end do
  sync all
  a(:-1)[right] = -me
  b(1:, 0)[right] = [me, me + 1]
  sync all
  do i = lo, hi
    call check('a after put', a(i), merge(-left, 100 * me + i, i <= -1))
  end do
  call check('b(0,0)', b(0, 0), 1000 * me)
  call check('b(1,0)', b(1, 0), left)
  call check('b(2,0)', b(2, 0), left + 1)
  call check('b(2,1)', b(2, 1), 1000 * me + 21)
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
end program lower_bounds
