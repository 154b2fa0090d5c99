! conformance: images=2
! feature: the directive sync_images of XcalableMP checks the number of images
! expect-exit: nonzero
! expect-stderr: negative_images.f90:10: sync_images: the number of images is -1: there cannot be fewer than 0
program negative_images
  integer :: others(2) = [1, 2], n
!$xmp nodes p(*)
  n = num_images() - 2
!$xmp sync_images(n, others)
!$xmp sync_images(n - 1, others)
  print '(a)', 'a negative number was taken'
end program negative_images
