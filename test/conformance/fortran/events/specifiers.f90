! conformance: images=1,2,3,5
! feature: event wait with until_count=
program event_specifiers
  use iso_fortran_env, only: event_type, int8, int64
  implicit none
  type(event_type) :: e[*], many(3)[*]
  integer :: s, n, me, count, i
  integer(int8) :: s1
  integer(int64) :: until
  character(30) :: msg
  n = num_images(); me = this_image()
  msg = 'same'
  do i = 1, n
    event post (e[i], stat=s, errmsg=msg)
    if (s /= 0) error stop 'post stat'
  end do
  until = n
  s = 77
  event wait (e, until_count=until, stat=s, errmsg=msg)
  if (s /= 0 .or. msg /= 'same') error stop 'wait stat'
  call event_query(e, count)
  if (count /= 0) error stop 'left after until_count'
  ! a negative count counts as one (F2018 11.6.8)
  event post (many(2)[me])
  event post (many(2)[me], errmsg=msg)
  event post (many(2)[me], stat=s1)
  if (s1 /= 0) error stop 'post stat, int8'
  event wait (many(2), until_count=-4)
  call event_query(many(2), count, s)
  if (count /= 2 .or. s /= 0) error stop 'negative count'
  event wait (many(2), stat=s1, until_count=2, errmsg=msg)
  call event_query(event=many(2), count=count, stat=s)
  if (count /= 0 .or. s1 /= 0 .or. s /= 0) error stop 'order of specifiers'
  sync all
  if (me == 1) print '(a)', 'PASS'
end program
