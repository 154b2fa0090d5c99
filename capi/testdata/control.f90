! Image control: sync images in all forms, events, locks, critical, atomics, and their errors by stat=.
program control
  use coral_rt
  use coral_env
  implicit none
  type :: t_i
     integer(coral_ik) :: gen = -1_coral_ik, c(2)
     integer, pointer :: p(:)
  end type t_i
  type :: t_e
     integer(coral_ik) :: gen = -1_coral_ik, c(2)
     type(event_type), pointer :: p(:)
  end type t_e
  type :: t_l
     integer(coral_ik) :: gen = -1_coral_ik, c(2)
     type(lock_type), pointer :: p(:)
  end type t_l
  integer, save :: x = 0, n = 0
  integer(8), save :: big = 0
  logical, save :: flag = .false.
  type(event_type), save :: e
  type(lock_type), save :: l
  type(t_i), save :: vx, vn
  type(t_e), save :: ve
  type(t_l), save :: vl
  character(*), parameter :: f = 'control.f90'
  integer :: me, num, right, left, i, stat, old
  integer(8) :: old8
  logical :: got
  character(40) :: text
  me = coral_me; num = coral_num
  right = mod(me, num) + 1
  left = mod(me + num - 2, num) + 1
  call coral_view(loc(vx), x, [integer(coral_ik) ::], 1, 1, f)
  call coral_view(loc(vn), n, [integer(coral_ik) ::], 1, 1, f)
  call coral_view(loc(ve), e, [integer(coral_ik) ::], 1, 1, f)
  call coral_view(loc(vl), l, [integer(coral_ik) ::], 1, 1, f)
  call coral_sync_all(1, f)

  do i = 1, 20                                       ! pairs, in different orders
     vx%p(right) = 100*i + me
     if (coral_lib) call coral_put(vx%p(right))
     if (num > 2) then
        call coral_sync_images([left, right], 1, f)
     else if (num == 2) then
        call coral_sync_images(int(right, 8), 1, f)
     else
        call coral_sync_images([1], 1, f)
     end if
     call check(x == 100*i + left, 'sync images')
     call coral_sync_images_all(1, f, stat=stat)
     call check(stat == 0, 'sync images (*)')
  end do
  call coral_sync_images([me, me], 1, f, stat=stat, errmsg=text)
  call check(stat /= 0 .and. text /= ' ', 'image named twice')
  call coral_sync_images(num + 1, 1, f, stat=stat)
  call check(stat /= 0, 'no such image')
  call coral_sync_images([integer ::], 1, f)

  do i = 1, 30                                       ! events
     call coral_event_post(loc(ve%p(right)), 1, f)
  end do
  call coral_event_wait(loc(e), 10_coral_ik, 1, f)
  do i = 1, 10
     call coral_event_wait(loc(e), 1_coral_ik, 1, f, stat=stat)
  end do
  call coral_event_wait(loc(e), 10_coral_ik, 1, f)
  call coral_event_query(loc(e), i, stat)
  call check(i == 0 .and. stat == 0, 'event query')
  call coral_sync_all(1, f)

  do i = 1, 50                                       ! a lock on the last image
     call coral_lock(loc(vl%p(num)), 1, f)
     if (coral_lib) call coral_get(vn%p(num))
     vn%p(num) = vn%p(num) + 1
     if (coral_lib) call coral_put(vn%p(num))
     call coral_unlock(loc(vl%p(num)), 1, f)
  end do
  call coral_sync_all(1, f)
  if (me == num) call check(n == 50*num, 'lock')
  call coral_sync_all(1, f)
  call coral_unlock(loc(vl%p(me)), 1, f, stat=stat)
  call check(stat == stat_unlocked .and. stat /= 0, 'unlock of what is not locked')
  call coral_lock(loc(vl%p(me)), 1, f, acquired=got, stat=stat)
  call check(got .and. stat == 0, 'acquired_lock')
  call coral_lock(loc(vl%p(me)), 1, f, stat=stat)
  call check(stat == stat_locked, 'lock twice')
  call coral_sync_all(1, f)
  if (num > 1) then
     call coral_lock(loc(vl%p(right)), 1, f, acquired=got)
     call check(.not. got, 'acquired_lock of another image''s')
     call coral_unlock(loc(vl%p(right)), 1, f, stat=stat)
     call check(stat == stat_locked_other_image, 'unlock another image''s')
  end if
  call coral_sync_all(1, f)
  call coral_unlock(loc(vl%p(me)), 1, f)
  call coral_sync_all(1, f)
  n = 0
  call coral_sync_all(1, f)
  do i = 1, 50                                       ! critical: the lock on image 1
     call coral_critical(loc(vl%p(1)), 1, f)
     if (coral_lib) call coral_get(vn%p(1))
     vn%p(1) = vn%p(1) + 1
     if (coral_lib) call coral_put(vn%p(1))
     call coral_end_critical(loc(vl%p(1)))
  end do
  call coral_sync_all(1, f)
  if (me == 1) call check(n == 50*num, 'critical')
  call coral_sync_all(1, f)

  n = 0                                              ! atomics
  call coral_sync_all(1, f)
  do i = 1, 100
     call coral_atomic_add(loc(vn%p(1)), 1)
     call coral_atomic_fetch_add(loc(vn%p(1)), 1, old)
  end do
  call coral_sync_all(1, f)
  call coral_atomic_ref(i, loc(vn%p(1)))
  call check(i == 200*num, 'atomic_add')
  call coral_sync_all(1, f)
  call coral_atomic_define(loc(vn%p(right)), ior(240, 15))
  call coral_sync_all(1, f)
  call coral_atomic_fetch_and(loc(vn%p(right)), 15, old, stat)
  call check(old == 255 .and. stat == 0, 'atomic_fetch_and')
  call coral_sync_all(1, f)
  call coral_atomic_or(loc(vn%p(right)), 16)
  call coral_atomic_xor(loc(vn%p(right)), 1)
  call coral_sync_all(1, f)
  call check(n == 30, 'atomic_or, atomic_xor')
  call coral_atomic_cas(loc(n), old, 30, 77)
  call check(old == 30 .and. n == 77, 'atomic_cas')
  call coral_atomic_define(loc(big), 2_8**40)
  call coral_atomic_fetch_add(loc(big), 1_8, old8)
  call check(old8 == 2_8**40 .and. big == 2_8**40 + 1, '8 bytes')
  call coral_atomic_define(loc(flag), .true.)
  call coral_atomic_ref(got, loc(flag))
  call check(got .and. flag, 'logical')
  call coral_atomic_cas(loc(flag), got, .true., .false.)
  call check(got .and. .not. flag, 'logical cas')
  call coral_sync_memory(1, f, stat=stat)
  call check(stat == 0, 'sync memory')
  call coral_sync_all(1, f)
  if (me == 1) print '(a)', 'PASS'
  call coral_end()
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (.not. ok) call coral_error_stop('FAIL: ' // what)
  end subroutine check
end program control
