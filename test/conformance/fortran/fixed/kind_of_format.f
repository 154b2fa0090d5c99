! conformance: images=1,2
! feature: fixed form
! A format with a kind behind PRINT: without blanks the two are one word.
      program p
      integer, save :: z[*]
      integer, parameter :: c = 1
      z = 1
      sync all
      if (z[1] .ne. 1) stop 1_'bad'
      if (this_image() .eq. 1) print c_'(a)', 'one'
      if (this_image() .eq. 1) then
        print 1_'(a)', 'PASS'
      end if
      end
