! conformance: images=1,2
! feature: fixed form
! build-args: -fd-lines-as-code
! With that option lines with D in column 1 are part of the program, coarrays in them too.
      program d_lines
      implicit none
D     integer, save :: y[*]
      integer k
      k = 1
D     y = 7
D     sync all
d10   k =
D    + y[1]
      sync all
      if (k .ne. 7) error stop 1
      if (this_image() .eq. 1) print '(a)', 'PASS'
      end
