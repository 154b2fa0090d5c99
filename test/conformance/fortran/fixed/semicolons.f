! conformance: images=1,2,4
! feature: fixed form
! Semicolons between statements on continuation lines of fixed form.
      program semicolons
      implicit none
      integer, save :: c[*]
      integer first, last, k
      c = this_image() ; sync all
      first = c[1]
     & ; last = c[num_images()]
     & ; if (first /= 1) error stop 1 ;
     & sync all ;
     1 k = 3
      if (k /= 3 .or. last /= num_images()) error stop 2; first = 4;
     1 last = c[1]; k
     &= 4 ;
     2 last = c[1] + first
      if (last /= 5 .or. k /= 4) error stop 3
      k = 1
     + ; if (c[1] == 1) k = 2
     + ; sync all
      if (k /= 2) error stop 4
      if (this_image() == 1) print '(a)', 'PASS'
      end
