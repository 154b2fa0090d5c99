! conformance: images=1,2,3,5
! feature: random_init
program random_init_test
  implicit none
  real :: x(4)[*], y(4)
  integer :: me, n, k
  me = this_image(); n = num_images()
  call random_init(repeatable=.true., image_distinct=.true.)
  call random_number(x)
  call random_init(.true., .true.)
  call random_number(y)
  if (any(x /= y)) error stop 'FAIL: repeatable sequence differs'
  if (any(x < 0) .or. any(x >= 1)) error stop 'FAIL: range'
  sync all
  do k = 1, n
    if (k /= me .and. all(x(:)[k] == x)) then
      print *, 'FAIL: images', k, me, 'draw the same numbers', x
      error stop 1
    end if
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program random_init_test
