! conformance: images=1,2,3,5
! feature: whole programs with teams
! A task stealing_farm_m and a distributed linked structure with team-wise collectives, events in loops, critical in procedures, stat= everywhere.
module stealing_farm_m
  use iso_fortran_env
  implicit none
  type task
    integer :: id = 0, state = 0
    real, allocatable :: data(:)
  end type
  type queue_t
    type(lock_type) :: lk
    integer :: head = 1, tail = 0
    integer :: ids(200) = 0
  end type
  type(queue_t), save :: q[*]
  type(task), allocatable :: box(:)[:]
  type(event_type), allocatable :: done(:)[:]
  integer, save :: finished[*] = 0
contains
  subroutine push(k, id)
    integer, intent(in) :: k, id
    integer :: st
    lock (q[k]%lk, stat=st)
    if (st /= 0) error stop 'lock'
    q[k]%tail = q[k]%tail + 1
    q[k]%ids(q[k]%tail) = id
    unlock (q[k]%lk)
  end subroutine
  integer function pop(k) result(id)
    integer, intent(in) :: k
    id = 0
    lock (q[k]%lk)
    if (q[k]%head <= q[k]%tail) then
      id = q[k]%ids(q[k]%head)
      q[k]%head = q[k]%head + 1
    end if
    unlock (q[k]%lk)
  end function
  subroutine note()
    integer :: st
    critical (stat=st)
      finished[1] = finished[1] + 1
    end critical
    if (st /= 0) error stop 'critical'
  end subroutine
  recursive subroutine work(n, me, cnt)
    integer, intent(in) :: n, me
    integer, intent(inout) :: cnt
    integer :: id, i
    real, allocatable :: r(:)
    do i = 0, n-1
      steal: do
        id = pop(1 + mod(me - 1 + i, n))
        if (id == 0) exit steal
        associate (b => box(1 + mod(id, size(box))))
          r = b[1 + mod(id, n)]%data
          if (any(r /= [1., 2., 3.]*(1 + mod(id, n)))) error stop 'data'
        end associate
        cnt = cnt + 1
        call note()
        event post (done(1 + mod(id, 3))[1])
      end do steal
    end do
  end subroutine
end module
program stealing_farm
  use stealing_farm_m
  implicit none
  integer :: me, np, i, cnt, total, st, n, w(3)
  type(team_type) :: half
  character(30) :: msg
  me = this_image(); np = num_images()
  allocate (box(4)[*], done(3)[*], stat=st, errmsg=msg)
  if (st /= 0) error stop 'allocate'
  do i = 1, 4
    box(i) = task(i, 0, [1., 2., 3.]*me)
  end do
  sync all (stat=st)
  do i = 1, 12
    call push(1 + mod(i + me, np), 12*(me-1) + i)
  end do
  sync all
  cnt = 0
  call work(np, me, cnt)
  total = cnt
  call co_sum(total, stat=st, errmsg=msg)
  if (total /= 12*np .or. st /= 0) error stop 'total'
  sync all
  if (me == 1) then
    if (finished /= 12*np) error stop 'finished'
    w = 0
    do i = 1, 12*np
      w(1+mod(i,3)) = w(1+mod(i,3)) + 1
    end do
    do i = 1, 3
      call event_query(done(i), n, st)
      if (n /= w(i)) error stop 'query'
      event wait (done(i), until_count=w(i), stat=st, errmsg=msg)
      call event_query(done(i), n)
      if (n /= 0) error stop 'drained'
    end do
  end if
  form team (1 + (me-1)/max(1,(np+1)/2), half, stat=st)
  change team (half, bb[*] => box, stat=st)
    n = this_image()
    call co_max(n)
    if (n /= num_images()) error stop 'n'
    associate (mine => bb(2))
      if (size(mine[1]%data) /= 3) error stop 'mine'
      mine[n]%state = 5
      sync all
      if (this_image() == n .and. mine%state /= 5) error stop 'state'
    end associate
    critical
      finished = finished + 1
    end critical
  end team (stat=st, errmsg=msg)
  deallocate (box, done, stat=st)
  if (st /= 0) error stop 'deallocate'
  if (me == 1) print '(a)', 'PASS'
end program
