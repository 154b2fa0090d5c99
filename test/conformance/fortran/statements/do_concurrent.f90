! conformance: images=1,2,3,5
! feature: coindexed in do concurrent
program do_concurrent_test
  implicit none
  integer, parameter :: m = 50
  integer :: a(m)[*], b(m), p(64)[*], q(64)
  integer :: me, n, k, left, i, j
  me = this_image(); n = num_images()
  k = mod(me, n) + 1; left = modulo(me - 2, n) + 1
  a = [(i + 1000 * me, i = 1, m)]
  p = 0
  sync all
  do concurrent (i = 1:m)
    b(i) = a(m + 1 - i)[k]
  end do
  call check('get', b(1), 1000 * k + m)
  do concurrent (i = 1:m:2, mod(i, 3) == 0)
    b(i) = -a(i)[k]
  end do
  call check('mask, taken', b(9), -(1000 * k + 9))
  call check('mask, not taken', b(6), 1000 * k + m - 5)
  do concurrent (j = 1:n)
    q(j) = a(j)[j]
  end do
  call check('index as cosubscript', q(n), 1001 * n)
  sync all
  do concurrent (j = 1:n)
    block
      integer :: t
      t = 7 * me + j
      p(me)[j] = t
    end block
  end do
  do concurrent (i = 1:m, j = 1:1)
    a(i)[k] = j * i * me
  end do
  sync all
  do j = 1, n
    call check('put to every image', p(j), 7 * j + me)
  end do
  call check('put', a(m), m * left)
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
end program do_concurrent_test
