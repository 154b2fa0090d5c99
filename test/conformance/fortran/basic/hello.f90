! conformance: images=1,2,3,5,8
! feature: this_image, num_images
! Every image reports itself once; image 1 counts the reports.
program hello
  implicit none
  integer :: seen(64)[*] = 0
  integer :: me, n
  me = this_image()
  n = num_images()
  sync all
  seen(me)[1] = me
  sync all
  if (me == 1) then
    if (sum(seen) /= n*(n+1)/2) then
      print *, 'FAIL: sum of image numbers, expected', n*(n+1)/2, 'got', sum(seen), 'image', me
      error stop 1
    end if
    print '(a)', 'PASS'
  end if
end program hello
