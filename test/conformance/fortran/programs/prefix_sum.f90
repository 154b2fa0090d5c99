! conformance: images=1,2,3,5,8
! feature: whole programs
! Inclusive scan over the images by recursive doubling, with two buffers.
program prefix_sum
  implicit none
  integer :: x(0:1)[*], me, n, d, now, i
  integer, allocatable :: local(:), scanned(:)
  me = this_image(); n = num_images()
  allocate (local(me + 2), scanned(me + 2))        ! different on every image
  local = [(me + i, i = 1, me + 2)]
  scanned = [(sum(local(:i)), i = 1, me + 2)]
  now = 0
  x(now) = scanned(me + 2)
  d = 1
  do while (d < n)
    sync all
    x(1 - now) = x(now)
    if (me - d >= 1) x(1 - now) = x(now) + x(now)[me - d]
    now = 1 - now
    d = 2 * d
  end do
  sync all
  if (me > 1) scanned = scanned + x(now)[me - 1]
  d = 0
  do i = 1, me - 1
    d = d + i * (i + 2) + (i + 2) * (i + 3) / 2
  end do
  do i = 1, me + 2
    d = d + me + i
    if (scanned(i) /= d) then
      print *, 'FAIL: element', i, 'expected', d, 'got', scanned(i), 'image', me
      error stop 1
    end if
  end do
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program prefix_sum
