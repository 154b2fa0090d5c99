! conformance: images=1,2,3,5,8
! feature: event_query
program event_query_test
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type), allocatable :: ev(:)[:]
  integer :: me, n, k, c, total, seen(3)
  me = this_image(); n = num_images()
  allocate (ev(3)[*])
  do k = 1, 3
    call event_query(ev(k), c)
    call check('initially', c, 0)
  end do
  sync all
  do k = 1, n
    event post (ev(2)[k])
    if (k == me) event post (ev(3)[k])
  end do
  sync all
  do k = 1, 3
    call event_query(ev(k), seen(k))
  end do
  call check('nobody posted', seen(1), 0)
  call check('everybody posted', seen(2), n)
  call check('one posted', seen(3), 1)
  event wait (ev(2), until_count=n)
  total = 0
  do                                               ! polling
    call event_query(ev(3), c)
    total = total + 1
    if (c >= 1) exit
  end do
  event wait (ev(3))
  do k = 1, 3
    call event_query(ev(k), c)
    call check('finally', c, 0)
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
end program event_query_test
