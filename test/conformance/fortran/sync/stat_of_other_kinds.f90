! conformance: images=1,2,3,5
! feature: stat= of every kind of integer
! A stat-variable may be of any kind with a decimal exponent range of at least four (F2018 C1173, 9.7.4).
program stat_of_other_kinds
  use, intrinsic :: iso_fortran_env
  implicit none
  integer(int16) :: s2
  integer(int64) :: s8
  type :: record
    integer(int64) :: status
  end type
  type(record) :: r
  integer, allocatable :: a(:)[:], b(:)
  type(lock_type) :: turn[*]
  type(event_type) :: arrived[*]
  type(team_type) :: team
  integer(atomic_int_kind) :: counter[*]
  integer :: x[*], n, y
  character(40) :: message
  s2 = 77; s8 = 77; r%status = 77
  allocate (a(3)[*], b(2), stat=s8); if (s8 /= 0 .or. .not. allocated(b)) error stop 1
  allocate (a(3)[*], stat=s8); if (s8 == 0) error stop 2
  s8 = 77; deallocate (a, b, stat=s8); if (s8 /= 0 .or. allocated(b)) error stop 3
  sync all (stat=r%status); if (r%status /= 0) error stop 4
  sync all (stat=s2, errmsg=message); if (s2 /= 0) error stop 5
  s8 = 77; sync images (*, stat=s8); if (s8 /= 0) error stop 6
  s8 = 77; sync images ([this_image()], stat=s8); if (s8 /= 0) error stop 7
  s8 = 77; sync memory (stat=s8); if (s8 /= 0) error stop 8
  s8 = 77; lock (turn, stat=s8); if (s8 /= 0) error stop 9
  lock (turn, stat=s8); if (s8 /= stat_locked) error stop 10
  unlock (turn, stat=s8); if (s8 /= 0) error stop 11
  s8 = 77; event post (arrived, stat=s8); if (s8 /= 0) error stop 12
  s8 = 77; event wait (arrived, stat=s8); if (s8 /= 0) error stop 13
  s2 = 77; call event_query(arrived, n, s2); if (s2 /= 0 .or. n /= 0) error stop 14
  s8 = 77; form team (1, team, stat=s8); if (s8 /= 0) error stop 15
  s8 = 77; change team (team, stat=s8)
    if (s8 /= 0) error stop 16
    s8 = 77; sync team (team, stat=s8); if (s8 /= 0) error stop 17
    s2 = 77
  end team (stat=s2)
  if (s2 /= 0) error stop 18
  s8 = 77; critical (stat=s8)
    if (s8 /= 0) error stop 19
  end critical
  s8 = 77; call atomic_add(counter, 1, stat=s8); if (s8 /= 0) error stop 20
  y = 1; s8 = 77; call co_sum(y, stat=s8); if (s8 /= 0 .or. y /= num_images()) error stop 21
  s8 = 77; call co_broadcast(y, 1, stat=s8); if (s8 /= 0) error stop 22
  x = 3; sync all
  s8 = 77; y = x[1, stat=s8]; if (s8 /= 0 .or. y /= 3) error stop 23
  if (this_image() == 1) print '(a)', 'PASS'
end program
