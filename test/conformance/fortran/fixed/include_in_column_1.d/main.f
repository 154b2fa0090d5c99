! conformance: images=1,2
! feature: fixed form
! files: main.f
! INCLUDE lines may begin in any column, as compilers take them.
      program p
      implicit none
include 'index.inc' ! in column 1
   InClUdE "second.inc"
      integer, save :: z[*]
      i = 1
      j = 2
      z = i + j
      sync all
      if (z[num_images()] .ne. 3) error stop 1
      if (this_image() .eq. 1) print '(a)', 'PASS'
      end
