! conformance: images=1,2,3,5,8
! feature: whole programs
! A shared counter hands out tasks, results go to image 1 under a lock, the log is kept in order of completion.
module queue_m
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind, lock_type
  implicit none
  integer, parameter :: ntasks = 60
  integer(atomic_int_kind) :: next_task[*] = 0
  type(lock_type) :: log_lock[*]
  type entry
    integer :: task = 0, worker = 0
    double precision :: result = 0
  end type entry
  type(entry) :: log(ntasks)[*]
  integer :: logged[*] = 0
contains
  subroutine work
    integer(atomic_int_kind) :: t
    type(entry) :: e
    do
      call atomic_fetch_add(next_task[1], 1, t)
      t = t + 1
      if (t > ntasks) exit
      e = entry(t, this_image(), collatz(int(t)))
      lock (log_lock[1])
      logged[1] = logged[1] + 1
      log(logged[1])[1] = e
      unlock (log_lock[1])
    end do
  end subroutine work
  double precision function collatz(i)
    integer, intent(in) :: i
    integer :: x
    x = i; collatz = 0
    do while (x /= 1)
      x = merge(3 * x + 1, x / 2, mod(x, 2) == 1)
      collatz = collatz + 1
    end do
  end function collatz
end module queue_m

program work_queue
  use queue_m
  implicit none
  integer :: i
  sync all
  call work
  sync all
  if (this_image() == 1) then
    if (logged /= ntasks) error stop 'FAIL: number of log entries'
    do i = 1, ntasks
      if (count(log%task == i) /= 1) then
        print *, 'FAIL: task', i, 'logged', count(log%task == i), 'times'
        error stop 1
      end if
      if (log(i)%result /= collatz(log(i)%task)) error stop 'FAIL: result'
      if (log(i)%worker < 1 .or. log(i)%worker > num_images()) error stop 'FAIL: worker'
    end do
  end if
  sync all
  if (this_image() == 1) print '(a)', 'PASS'
end program work_queue
