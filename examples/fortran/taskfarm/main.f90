! Usage: taskfarm [tiles [image]]     tiles*tiles tasks; the image given fails
program taskfarm
  use, intrinsic :: iso_fortran_env, only: stat_failed_image
  use kinds, only: wp, int64
  use work, only: result_t
  use ledger, only: keeper, open_ledger, close_ledger, results
  use queues, only: fill_queue, max_tasks
  use farm, only: report_t, run_farm
  use summary, only: summarize
  use reference, only: perform_all, same
  implicit none

  type(report_t), allocatable :: reports(:)[:]
  type(report_t) :: mine
  type(result_t) :: total
  integer :: tiles, doomed, status, survivors
  integer(int64) :: tick, tock, rate
  real(wp) :: seconds

  call arguments(tiles, doomed)
  call random_init(repeatable=.false., image_distinct=.true.)
  allocate (reports(num_images())[*])
  call open_ledger(tiles**2)
  call fill_queue(tiles**2)

  sync all
  call system_clock(tick, rate)
  call run_farm(tiles, doomed, mine)
  reports(this_image())[keeper] = mine
  sync all (stat=status)
  if (status /= 0 .and. status /= stat_failed_image) error stop 'taskfarm: an image has stopped'
  call system_clock(tock)
  seconds = real(tock - tick, wp)/real(rate, wp)

  call summarize(tiles**2, total, survivors)
  if (this_image() == keeper) call verdict()
  call close_ledger()

contains

  subroutine arguments(tiles, doomed)
    integer, intent(out) :: tiles, doomed
    character(len=32) :: text
    integer :: bad(2)

    tiles = 16
    doomed = 0
    bad = 0
    if (command_argument_count() >= 1) then
       call get_command_argument(1, text)
       read (text, *, iostat=bad(1)) tiles
    end if
    if (command_argument_count() >= 2) then
       call get_command_argument(2, text)
       read (text, *, iostat=bad(2)) doomed
    end if
    if (any(bad /= 0) .or. tiles < 1 .or. tiles**2 > max_tasks) then
       error stop 'usage: taskfarm [tiles [image that fails]], tiles from 1 to 100'
    end if
    if (doomed == keeper) error stop 'taskfarm: image 1 keeps the ledger and must not fail'
    if (doomed < 0 .or. doomed > num_images()) error stop 'taskfarm: there is no such image to fail'
  end subroutine arguments

  subroutine verdict()
    type(result_t), allocatable :: serial(:)
    type(result_t) :: serial_total
    integer, allocatable :: failed(:)
    integer :: wrong, img
    logical :: good

    allocate (serial(tiles**2))
    call perform_all(tiles, serial, serial_total)
    wrong = count(.not. same(results, serial))
    failed = failed_images()
    ! Which image a task falls to is chance; the doomed one may find no second.
    good = wrong == 0 .and. same(total, serial_total) .and. all(failed == doomed) .and. &
         survivors == num_images() - size(failed)

    print '(a,i0,a,i0,a)', 'taskfarm: ', tiles**2, ' tasks on ', num_images(), ' images'
    do img = 1, num_images()
       if (image_status(img) == stat_failed_image) then
          print '(a,i3,a)', '  image', img, ' failed'
       else
          print '(a,i3,3(a,i5),a,f8.3,a)', '  image', img, ' did', reports(img)%performed, &
               ' tasks, stole', reports(img)%stolen, ', rescued', reports(img)%rescued, &
               ', busy', reports(img)%busy, ' s'
       end if
    end do
    print '(a,i0,a,i0)', '  iterations ', total%iterations, ', points inside ', total%inside
    print '(a,i0)', '  tasks that differ from the serial ', wrong
    print '(a,f10.3,a)', '  wall clock                        ', seconds, ' s'
    print '(2a)', 'taskfarm: ', trim(merge('PASSED', 'FAILED', good))
    if (.not. good) error stop 1
  end subroutine verdict

end program taskfarm
