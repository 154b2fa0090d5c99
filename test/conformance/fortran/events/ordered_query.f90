! conformance: images=1,2,3,5,8
! feature: event_query
! What has been posted before an image control statement that orders the images is counted behind it, whoever has posted, and whichever way the word of it has come.
program ordered_query
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: ev[*]
  integer :: me, n, k, round, c
  me = this_image(); n = num_images()
  do round = 1, 50
    do k = 1, n
      event post (ev[k])
    end do
    sync all
    call event_query(ev, c)
    if (c /= n) then
      print '(3(a,i0))', 'FAIL: after sync all: ', c, ' on image ', me, ' in round ', round
      error stop 1
    end if
    event wait (ev, until_count=n)
    sync all
    ! from image to image
    if (me == 1) event post (ev[n])
    if (me > 1) sync images (me - 1)
    if (me < n) sync images (me + 1)
    if (me == n) then
      call event_query(ev, c)
      if (c /= 1) then
        print '(2(a,i0))', 'FAIL: after sync images: ', c, ' in round ', round
        error stop 1
      end if
      event wait (ev)
    end if
    sync all
  end do
  if (me == 1) print '(a)', 'PASS'
end program ordered_query
