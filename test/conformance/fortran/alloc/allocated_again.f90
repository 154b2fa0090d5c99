! conformance: images=1,2,3
! feature: allocate and deallocate
! ALLOCATE of what is allocated has a message in ERRMSG=, also with several coarrays and cobounds.
program allocated_again
  implicit none
  integer, allocatable :: c(:)[:], d[:], e(:, :)[:, :]
  character(80) :: msg
  integer :: st
  allocate (c(3)[*], stat=st, errmsg=msg)
  msg = 'unchanged'
  allocate (c(3)[*], stat=st, errmsg=msg)
  if (st == 0) error stop 1
  if (len_trim(msg) == 0 .or. msg == 'unchanged') error stop 2
  msg = 'unchanged'
  allocate (c(2)[*], stat=st, errmsg=msg)
  if (st == 0) error stop 3
  if (len_trim(msg) == 0 .or. msg == 'unchanged') error stop 4
  allocate (d[0:*], e(2, 2)[2, -1:*], stat=st, errmsg=msg)
  if (st /= 0 .or. any(lcobound(e) /= [1, -1]) .or. lcobound(d, 1) /= 0) error stop 5
  deallocate (d)
  msg = 'unchanged'
  allocate (d[0:*], e(3, 2)[2, -1:*], stat=st, errmsg=msg)
  if (st == 0 .or. any(shape(e) /= 2)) error stop 6
  if (len_trim(msg) == 0 .or. msg == 'unchanged') error stop 7
  if (this_image() == 1) print '(a)', trim(msg), 'PASS'
end program
