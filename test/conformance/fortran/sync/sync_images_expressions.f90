! conformance: images=1,2,3,5,8
! feature: sync images, array
program sync_images_expressions
  implicit none
  integer :: partner[*], v(8)[*], list(3)[*], me, n, d, k
  me = this_image(); n = num_images()
  v = 0; partner = me
  ! pairwise exchange in a hypercube; images without a partner sit out
  d = 1
  do while (d < n)
    k = ieor(me - 1, d) + 1
    if (k <= n) then
      sync images (ieor(me - 1, d) + 1)
      v(1)[k] = me
      sync images ((k))
      if (v(1) /= k) then
        print *, 'FAIL: exchange over distance', d, 'expected', k, 'got', v(1), 'image', me
        error stop 1
      end if
      partner = k
      sync images (partner)
    end if
    d = d * 2
  end do
  list = [n, n, 1]
  sync all
  if (n > 1) then
    if (me == 1) sync images (list(2)[n])          ! the image set comes from another image
    if (me == n) sync images (list(3:3))
  end if
  if (me == 1) sync images ([(k, k = 1, n)])       ! the executing image may be in its set
  if (me /= 1) sync images (1)
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program sync_images_expressions
