! The ledger of all tasks, on one image, the keeper: who works on what, and
! the results. An image owns a task by an atomic compare-and-swap, so that a
! task is done once even if its number stands in two queues. The farm survives
! the failure of any image but the keeper.
module ledger
  use, intrinsic :: iso_fortran_env, only: atomic_int_kind
  use kinds, only: wp
  use work, only: result_t
  implicit none
  private
  public :: keeper, open_ledger, close_ledger, claim, deliver, all_delivered, abandoned, results

  integer, parameter :: keeper = 1
  integer(atomic_int_kind), parameter :: free = 0      ! otherwise an image, negative when delivered

  integer(atomic_int_kind), allocatable :: owner(:)[:]
  integer(atomic_int_kind), save :: delivered[*]
  type(result_t), allocatable :: results(:)[:]

contains

  subroutine open_ledger(ntasks)
    integer, intent(in) :: ntasks
    integer :: t

    allocate (owner(ntasks)[*], results(ntasks)[*])
    if (this_image() == keeper) then
       do t = 1, ntasks
          call atomic_define(owner(t), free)
       end do
       call atomic_define(delivered, 0)
    end if
    sync all
  end subroutine open_ledger

  ! True if the task is now this image's. Without `from` the task must be free;
  ! with it, it must be that image's, and that image must have failed.
  logical function claim(t, from)
    integer, intent(in) :: t
    integer, intent(in), optional :: from
    integer(atomic_int_kind) :: before, now

    before = free
    if (present(from)) before = from
    call atomic_cas(owner(t)[keeper], now, before, int(this_image(), atomic_int_kind))
    claim = now == before
  end function claim

  subroutine deliver(t, r)
    integer, intent(in) :: t
    type(result_t), intent(in) :: r
    integer(atomic_int_kind) :: before

    results(t)[keeper] = r
    sync memory                        ! the result is there before the mark is
    call atomic_cas(owner(t)[keeper], before, int(this_image(), atomic_int_kind), &
         int(-this_image(), atomic_int_kind))
    if (before /= this_image()) error stop 'taskfarm: a task had two owners'
    call atomic_add(delivered[keeper], 1)
  end subroutine deliver

  ! The counter suffices while all images live. One that fails between its
  ! mark and its count is missing in the counter: then the marks are counted.
  logical function all_delivered(somebody_failed)
    logical, intent(in) :: somebody_failed
    integer(atomic_int_kind) :: n, state
    integer :: t

    if (.not. somebody_failed) then
       call atomic_ref(n, delivered[keeper])
       all_delivered = n == size(owner)
       return
    end if
    all_delivered = .false.
    do t = 1, size(owner)
       call atomic_ref(state, owner(t)[keeper])
       if (state >= 0) return
    end do
    all_delivered = .true.
  end function all_delivered

  ! A task that a failed image left behind, or that was in its queue; 0 if
  ! there is none. The task is claimed for this image.
  integer function abandoned(failed) result(t)
    integer, intent(in) :: failed(:)
    integer(atomic_int_kind) :: state

    do t = 1, size(owner)
       call atomic_ref(state, owner(t)[keeper])
       if (state == free) then
          if (claim(t)) return
       else if (any(failed == state)) then
          if (claim(t, from=int(state))) return
       end if
    end do
    t = 0
  end function abandoned

  subroutine close_ledger()
    integer :: status

    deallocate (owner, results, stat=status)     ! not zero when an image failed
  end subroutine close_ledger

end module ledger
