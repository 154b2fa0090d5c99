! conformance: images=1,2,3
! feature: fixed form
c mixed case, blanks inside names and selectors, hollerith-free
      program tabs
      integer*4 a(4) [ * ],b[*],me,n,k,i
      real*8 d[*]
      logical l
      me=this_image();n=num_images();k=mod(me,n)+1
      do i=1,4;a(i)=i*me;end do
      b = 10*me; d = 1.5d0 * me
      sync all
      i = a ( 2 ) [ k ]+b[ k ]+int(2*d[k])
      if(i.ne.15*k)then
        print*,'FAIL: expected',15*k,'got',i,'image',me
        error stop 1
      end if
      l=.not.a(1)[k].eq.k
      if(l)error stop'FAIL: l'
      do 30 i=1,4
      do 30 j=1,2
30    if(a(i)[k].ne.i*k)error stop'FAIL: loop'
      syn call
      if(me.eq.1)print'(a)','PASS'
      endprogram
