! conformance: images=1,2,3,5
! feature: lock with acquired_lock=
program lock_specifiers
  use iso_fortran_env, only: lock_type, stat_locked, stat_unlocked, stat_locked_other_image, int64
  implicit none
  type :: guarded
    type(lock_type) :: l
    integer :: n = 0
  end type
  type(lock_type) :: l[*]
  type(guarded), allocatable :: g(:)[:]
  integer :: s, me, n
  integer(int64) :: s8
  logical :: got
  logical(1) :: got1
  character(60) :: msg
  me = this_image(); n = num_images()
  allocate (g(2)[*])
  msg = 'same'
  lock (l, stat=s, errmsg=msg)
  if (s /= 0 .or. msg /= 'same') error stop 'lock'
  lock (l, stat=s8, errmsg=msg)
  if (s8 /= stat_locked .or. msg == 'same') error stop 'locked twice'
  unlock (l, stat=s)
  if (s /= 0) error stop 'unlock'
  msg = 'same'
  unlock (l, stat=s, errmsg=msg)
  if (s /= stat_unlocked .or. msg == 'same') error stop 'unlocked twice'
  got = .true.
  lock (l, acquired_lock=got, stat=s)
  if (.not. got .or. s /= 0) error stop 'acquired own'
  sync all
  got1 = .true.
  if (n > 1) then
    lock (l[mod(me, n) + 1], acquired_lock=got1)
    if (got1) error stop 'acquired what another has'
    unlock (l[mod(me, n) + 1], stat=s)
    if (s /= stat_locked_other_image) error stop 'unlocked what another has'
  end if
  sync all
  unlock (l)
  do
    lock (g(2)[1]%l, acquired_lock=got)
    if (got) exit
  end do
  g(2)[1]%n = g(2)[1]%n + me
  unlock (g(2)[1]%l)
  sync all
  if (me == 1) then
    if (g(2)%n /= n * (n + 1) / 2) error stop 'sum'
    print '(a)', 'PASS'
  end if
end program
