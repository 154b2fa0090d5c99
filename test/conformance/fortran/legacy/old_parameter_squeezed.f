! conformance: images=1,2
! feature: pre-standard usage
! PARAMETER without parentheses and without a blank behind it: the second constant tells it from an
! assignment to a variable parameterpi.
      program p
      integer, save :: y[*]
      parameterpi=3.0,n=2
      parameterq=abs(min(-4,2)),m=(5)
      integer k
      y = n
      sync all
      k = y[1]
      parameterk = k
      if (pi .ne. 3.0 .or. k .ne. 2 .or. parameterk .ne. 2.0) error stop 1
      if (q .ne. 4.0 .or. m .ne. 5) error stop 2
      if (this_image() .eq. 1) print '(a)', 'PASS'
      end
