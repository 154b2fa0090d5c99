! conformance: images=1,2
! feature: fixed form
! build-args: -ffixed-line-length-100
! With longer lines the statement field ends at column 100, in copied lines and in those that are rewritten.
      program wide
      integer, save :: y[*]
      character(*), parameter :: a = 'abc
     +def'
      integer k, m
      k = 1                                                                     + 1                 00000010
      y = k; sync all; m = y[1]                                                 + 1                 00000010
      if (len(a) .ne. 65 .or. m .ne. 3) error stop 1
      if (this_image() .eq. 1) print '(a)', 'PASS'
      end
