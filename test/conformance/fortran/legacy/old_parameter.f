! conformance: images=1,2
! feature: pre-standard usage
! PARAMETER without parentheses.
      program p
      integer, save :: y[*]
      parameter pi = 3.0, n =
     + 2
      integer k
      y = n
      sync all
      k = y[1]
      if (pi .ne. 3.0 .or. k .ne. 2) error stop 1
      if (this_image() .eq. 1) print '(a)', 'PASS'
      end
