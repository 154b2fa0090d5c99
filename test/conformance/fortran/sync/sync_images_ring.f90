! conformance: images=1,2,3,5,8
! feature: sync images, scalar
! A token goes round the ring twice; each image waits for its predecessor only.
program sync_images_ring
  implicit none
  integer :: token[*] = 0
  integer :: me, n, lap
  me = this_image(); n = num_images()
  do lap = 1, 2
    if (n > 1) then
      if (me == 1) then
        token[2] = token + 1
        sync images (2)
        sync images (n)
      else
        sync images (me - 1)
        token[mod(me, n) + 1] = token + 1
        sync images (mod(me, n) + 1)
      end if
    else
      token = token + 1
      sync images (1)
    end if
  end do
  if (me == 1) then
    if (token /= 2 * n) then
      print *, 'FAIL: token, expected', 2 * n, 'got', token, 'image', me
      error stop 1
    end if
    print '(a)', 'PASS'
  end if
end program sync_images_ring
