! conformance: images=1,16,40
! feature: many images
program many_images
  implicit none
  integer, parameter :: most = 64
  integer :: x(most)[*], me, n, k, s
  me = this_image(); n = num_images()
  x = 0
  sync all
  do k = 1, n
    x(me)[k] = 1000 * me + k
  end do
  sync all
  do k = 1, n
    call check('all to all', x(k), 1000 * k + me)
  end do
  s = me
  call co_sum(s)
  call check('co_sum', s, n * (n + 1) / 2)
  if (me > 1) sync images (me - 1)
  if (me < n) sync images (me + 1)
  critical
    x(1)[n] = x(1)[n] + 1
  end critical
  sync all
  call check('critical', x(1)[n], 1000 + n + n)
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
end program many_images
