! conformance: images=1,2,3,5,8
! feature: event post, event wait
! Pairs of images: a bounded buffer with one event for filled and one for free slots. One image alone plays both.
module buffer_m
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer, parameter :: depth = 4
  type channel
    type(event_type) :: filled, free
    integer :: slot(0:depth - 1) = 0
  end type channel
  type(channel) :: ch[*]
end module buffer_m

program producer_consumer
  use buffer_m
  implicit none
  integer, parameter :: items = 50
  integer :: me, n, partner, i, got, s
  me = this_image(); n = num_images()
  if (mod(me, 2) == 1) then
    partner = merge(me + 1, me, me < n)
    if (partner == me) then
      do i = 1, items
        ch%slot(0) = i
        event post (ch%filled)
        event wait (ch%filled)
      end do
    else
      do i = 1, items
        if (i > depth) event wait (ch%free)        ! posted by the consumer
        ch[partner]%slot(mod(i, depth)) = 1000 * me + i * i
        event post (ch[partner]%filled)
      end do
    end if
  else
    s = 0
    do i = 1, items
      event wait (ch%filled)
      got = ch%slot(mod(i, depth))
      if (got /= 1000 * (me - 1) + i * i) then
        print *, 'FAIL: item', i, 'expected', 1000 * (me - 1) + i * i, 'got', got, 'image', me
        error stop 1
      end if
      event post (ch[me - 1]%free)
    end do
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program producer_consumer
