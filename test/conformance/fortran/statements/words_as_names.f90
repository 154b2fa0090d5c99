! conformance: images=1,2,3
! feature: continuation lines, labels, semicolons
! Keywords as names of coarrays, tabs, continuation in the middle of cosubscripts and keywords.
	program	free_syntax	! tabs all over
	implicit	none
	integer	,	save	::	a ( 4 )	[ * ]	=	[ 1 , 2 , 3 , 4 ]	;	integer :: i ; integer::next;character(len=*),parameter::fmt='(a&
	&)'
  integer, dimension(2,3), codimension[2,*], save :: grid
  real, codimension[0:*], save :: s = 1.5
  integer, allocatable, codimension[:,:] :: al(:)
  integer :: k(2) ; codimension k [ 3 : * ] ; save k
  logical :: l [ * ] ; save l
  integer :: if[*], do[*], end[*], call[*], sync[*], critical[*], lock[*], event[*], change[*], team[*]
  save :: if, do, end, call, sync, critical, lock, event, change, team
  next = modulo ( this_image ( ) , num_images ( ) ) + 1
  if = 1 ; do = 2 ; end = 3 ; call = 4 ; sync = 5 ; critical = 6 ; lock = 7 ; event = 8 ; change = 9 ; team = 10
  sync all ; sync a&
  &ll
  sync all()
  sync &
   & all
  sync memory ; sync memory
  sync images ( * ) ; sync images(*)
  if (if [next] == 1) if [next] = if [ next ] + do [ next ] * end &
     & [ &
     ! a comment in the middle of a cosubscript [ ( ' "
     & next &

     & ] ; sync all
  if (if /= 7) error stop 'if'
  do i = 1, do[next] ; call[next] = call[next] + i ; enddo ; sync all
  if (call /= 7) error stop 'call'
  critical ; sync = sync + 1 ; endcritical
  critical [1] = critical [next] ; sync all
  a = [ 1 , 2 , 3 , 4 ] ; k ( 1 : 2 ) = [ 3 , 2 ] ; sync all ; a ( : ) [ next ] = [ 4 , k , 1 ] ; sync all
  if (any(a /= [4,3,2,1])) then ; error stop "a" ; endif ; sync all
  a(2:3)[next] = [9, 8]; if (.true.) a(1)[next] = 7 ; sync all ; if (any(a /= [7,9,8,1])) error stop 'b' ; sync all
  block ; integer :: team, sync ; team = 3 ; sync = 4 ; if (team*sync /= 12) stop 3 ; end block
  outer: do ; inner: do ; if (a(1)[next] == 7) exit outer ; cycle inner ; end do inner ; enddo outer
  allocate ( al ( 3 ) [ 2 , * ] , source = 3 ) ; deallocate ( al )
  allocate ( integer :: al ( - 1 : 1 ) [ 0 : 1 , 5 : * ] ) ; al = this_image()
  sync all ; if (al(0)[lcobound(al,1),lcobound(al,2)] /= 1) error stop 'al' ; sync all
  if (this_image(k,dim=1) /= this_image() + 2) error stop 'k' ; k = 2 ; grid = 0 ; l = .true.
  s [ this_image ( ) - 1 ] = 2.5e0 ; if (s/=2.5) error stop 's'
  sync all ; if (this_image()==1) print fmt, 'PA&
     &SS'
	end	program	free_syntax
