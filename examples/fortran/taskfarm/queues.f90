! Every image has a queue of tasks. It takes from one end; images that have
! nothing to do steal from the other. A lock guards each queue. An image never
! holds two locks.
module queues
  use, intrinsic :: iso_fortran_env, only: lock_type, stat_unlocked_failed_image
  implicit none
  private
  public :: fill_queue, take, steal, hold_and_fail, max_tasks

  integer, parameter :: max_tasks = 10000

  type :: queue_t
     type(lock_type) :: guard
     integer :: head = 1, tail = 0
     integer :: task(max_tasks) = 0
  end type queue_t

  type(queue_t), save :: queue[*]

contains

  ! Consecutive tasks, as a division in advance would give them out.
  subroutine fill_queue(ntasks)
    integer, intent(in) :: ntasks
    integer :: first, last, t

    first = (ntasks*(this_image() - 1))/num_images() + 1
    last = (ntasks*this_image())/num_images()
    queue%task(1:last-first+1) = [(t, t = first, last)]
    queue%head = 1
    queue%tail = last - first + 1
  end subroutine fill_queue

  ! The next task of this image; 0 if its queue is empty.
  integer function take() result(t)
    integer :: status

    lock (queue%guard, stat=status)
    ! If a thief failed with the lock in hand, the queue is whole all the same:
    ! a thief changes it by one store, its last.
    if (status /= 0 .and. status /= stat_unlocked_failed_image) error stop 'taskfarm: cannot lock'
    t = 0
    if (queue%tail >= queue%head) then
       t = queue%task(queue%tail)
       queue%tail = queue%tail - 1
    end if
    unlock (queue%guard)
  end function take

  ! Move half of the victim's tasks to this image's queue, which is empty.
  ! The number moved; 0 if there are none, the queue is in use, or the victim
  ! has failed.
  integer function steal(victim) result(n)
    integer, intent(in) :: victim
    integer :: loot(max_tasks), status, gone(4), head, tail
    logical :: locked

    n = 0
    lock (queue[victim]%guard, acquired_lock=locked, stat=status)
    if (status /= 0 .and. status /= stat_unlocked_failed_image) return
    if (status == 0 .and. .not. locked) return

    ! The victim may fail while it is being robbed: then what was read is not
    ! to be trusted, and its tasks will be found in the ledger.
    gone = 0
    head = queue[victim, stat=gone(1)]%head
    tail = queue[victim, stat=gone(2)]%tail
    if (all(gone == 0)) n = max(0, (tail - head + 2)/2)
    if (n > 0) then
       loot(1:n) = queue[victim, stat=gone(3)]%task(head:head+n-1)
       queue[victim, stat=gone(4)]%head = head + n
    end if
    unlock (queue[victim]%guard, stat=status)
    if (status /= 0 .or. any(gone /= 0)) n = 0
    if (n == 0) return

    lock (queue%guard, stat=status)
    queue%task(1:n) = loot(1:n)
    queue%head = 1
    queue%tail = n
    unlock (queue%guard)
  end function steal

  ! The worst moment to fail: with the lock of another image's queue in hand.
  subroutine hold_and_fail(other)
    integer, intent(in) :: other

    lock (queue[other]%guard)
    fail image
  end subroutine hold_and_fail

end module queues
