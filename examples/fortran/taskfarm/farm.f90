! The worker's loop, the same on all images.
module farm
  use kinds, only: wp, int64
  use work, only: result_t, perform
  use ledger, only: keeper, claim, deliver, all_delivered, abandoned
  use queues, only: take, steal, hold_and_fail
  implicit none
  private
  public :: report_t, run_farm

  type :: report_t
     integer :: performed = 0            ! tasks done by this image
     integer :: stolen = 0               ! tasks moved here from other queues
     integer :: rescued = 0              ! tasks taken over from failed images
     real(wp) :: busy = 0.0_wp           ! seconds spent in tasks
  end type report_t

contains

  ! The image `doomed` (0: none) fails at its second task.
  subroutine run_farm(tiles, doomed, report)
    integer, intent(in) :: tiles, doomed
    type(report_t), intent(out) :: report
    integer, allocatable :: failed(:)
    integer :: t

    do
       t = take()
       if (t /= 0) then
          if (claim(t)) call execute(t, tiles, doomed, report)
          cycle
       end if
       if (find_victim(report)) cycle

       failed = failed_images()
       if (all_delivered(size(failed) > 0)) exit
       if (size(failed) > 0) then
          if (any(failed == keeper)) error stop 'taskfarm: the keeper of the ledger has failed'
          t = abandoned(failed)
          if (t /= 0) then
             report%rescued = report%rescued + 1
             call execute(t, tiles, doomed, report)
          end if
       end if
    end do
  end subroutine run_farm

  subroutine execute(t, tiles, doomed, report)
    integer, intent(in) :: t, tiles, doomed
    type(report_t), intent(inout) :: report
    type(result_t) :: r
    integer(int64) :: tick, tock, rate

    if (this_image() == doomed .and. report%performed == 1) call hold_and_fail(keeper)
    call system_clock(tick, rate)
    r = perform(t, tiles)
    call system_clock(tock)
    call deliver(t, r)
    report%performed = report%performed + 1
    report%busy = report%busy + real(tock - tick, wp)/real(rate, wp)
  end subroutine execute

  ! Try the other images in turn, beginning at a random one.
  logical function find_victim(report)
    type(report_t), intent(inout) :: report
    real(wp) :: r
    integer :: k, start, victim, n

    call random_number(r)
    start = int(r*num_images())
    find_victim = .true.
    do k = 1, num_images()
       victim = 1 + mod(start + k, num_images())
       if (victim == this_image()) cycle
       n = steal(victim)
       if (n > 0) then
          report%stolen = report%stolen + n
          return
       end if
    end do
    find_victim = .false.
  end function find_victim

end module farm
