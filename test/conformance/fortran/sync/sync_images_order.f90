! conformance: images=1,2,3,5,8
! feature: sync images, array
! Every pair of images synchronises as often as each names the other, not more (F2018 11.6.4): image 1 runs ahead of the
! others but never by two rounds.
program sync_images_order
  implicit none
  integer :: round[*] = 0, me, n, i, k
  integer, allocatable :: others(:)
  me = this_image(); n = num_images()
  others = [(k, k = 2, n)]
  do i = 1, 30
    if (me == 1) then
      round = i
      sync images (others)
      do k = 1, size(others)
        if (round[others(k)] > i .or. round[others(k)] < i - 1) then
          print *, 'FAIL: round of image', others(k), 'is', round[others(k)], 'in round', i, 'image 1'
          error stop 1
        end if
      end do
      sync images (others)
    else
      sync images (1)
      if (round[1] /= i) then
        print *, 'FAIL: round of image 1, expected', i, 'got', round[1], 'image', me
        error stop 1
      end if
      sync images ([1])
      round = i
    end if
  end do
  sync images ([integer ::])                       ! nobody
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program sync_images_order
